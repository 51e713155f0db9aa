/**
 * How many tokens a text may cost a language model, on the safe side: words by four letters, numbers by three
 * digits, punctuation by two, everything beyond ASCII one and a half each.
 */
export function tokensOf(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(/[A-Za-z]+|\d+|[^\x20-\x7e]+|[^A-Za-z\d\s]+| +/g)) {
    const code = run.charCodeAt(0);
    if (/^[A-Za-z]/.test(run)) tokens += Math.ceil(run.length / 4);
    else if (/^\d/.test(run)) tokens += Math.ceil(run.length / 3);
    else if (code < 0x20 || code > 0x7e) tokens += Math.ceil(run.length * 1.5);
    else if (code !== 0x20) tokens += Math.ceil(run.length / 2);
  }
  return tokens;
}

/** The first values that fit into a budget of tokens, as JSON. */
export function fitting<Value>(values: readonly Value[], budget: number): readonly Value[] {
  let used = 0;
  const end = values.findIndex((value) => {
    used += tokensOf(JSON.stringify(value)) + 1;
    return used > budget;
  });
  return end === -1 ? values : values.slice(0, end);
}
