import { shortElement, shortTexts } from './shortTexts';
import { fitting, tokensOf } from './tokens';

/** Tokens of one answer; what n8n wraps around it takes the rest of the 4,000. */
const ANSWER = 3400;
/** What stands beside the list or text may take half of it; a page's title can be as long as the page. */
const FRAME = ANSWER / 2;
/** No element of a list takes more of it. */
const ELEMENT = ANSWER / 4;

interface Answer {
  readonly data: object;
  readonly warnings?: readonly string[];
}

/**
 * An envelope for an agent: as it is where it fits, else with as many elements of the list `data[name]` as fit,
 * their long texts cut, and warnings that say how many are left out, `advice`, and how many were cut. `keep`: which end is kept.
 */
export function withListThatFits<Envelope extends Answer>(
  envelope: Envelope,
  name: string,
  keep: 'first' | 'last',
  advice: string,
  budget = ANSWER,
): Envelope {
  const list: unknown = Reflect.get(envelope.data, name);
  if (!Array.isArray(list) || tokens(envelope) <= budget) return envelope;
  const framed = withShortFrame(envelope, name);
  const longest = [warning(list.length, list.length, name, advice), shortened(list.length, name)];
  const room = budget - tokens(withData(framed, name, [], ...longest));
  const short = list.map((it) => shortElement(it, ELEMENT));
  const kept = keep === 'first' ? fitting(short, room) : fitting(short.toReversed(), room).toReversed();
  const from = keep === 'first' ? 0 : list.length - kept.length;
  const cut = kept.filter((it, at) => JSON.stringify(it) !== JSON.stringify(list[from + at])).length;
  return withData(
    framed,
    name,
    kept,
    ...(kept.length === list.length ? [] : [warning(kept.length, list.length, name, advice)]),
    ...(cut === 0 ? [] : [shortened(cut, name)]),
  );
}

/** The same for the text `data[name]`, which is cut where the answer is full. */
export function withTextThatFits<Envelope extends Answer>(envelope: Envelope, name: string): Envelope {
  const text: unknown = Reflect.get(envelope.data, name);
  if (typeof text !== 'string' || tokens(envelope) <= ANSWER) return envelope;
  const framed = withShortFrame(envelope, name);
  if (tokens(framed) <= ANSWER) return framed;
  const said = `The text was cut, since an answer to an agent holds about 4,000 tokens. Read a part with a selector.`;
  const room = ANSWER - tokens(withData(framed, name, '', said));
  const cut = withData(framed, name, start(text, room), said);
  return { ...cut, data: { ...cut.data, truncated: true } };
}

/** The envelope with every text beside `data[name]` cut, where together they take too much of an answer. */
function withShortFrame<Envelope extends Answer>(envelope: Envelope, name: string): Envelope {
  if (tokens(withData(envelope, name, null)) <= FRAME) return envelope;
  const { data, ...facts } = envelope;
  const shortFacts = Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, shortTexts(fact)]));
  const shortData = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, key === name ? value : shortTexts(value)]),
  );
  const said = `Long texts beside ${name} were cut; they end with "… (cut)".`;
  return withData({ ...envelope, ...shortFacts, data: shortData }, name, Reflect.get(data, name), said);
}

function warning(shown: number, all: number, name: string, advice: string): string {
  return `Only ${shown} of ${all} ${name} are shown, since an answer to an agent holds about 4,000 tokens. ${advice}`;
}

/** Said also where no element is left out: nothing is cut silently. */
function shortened(count: number, name: string): string {
  return `Long texts or lists of ${count} of these ${name} were cut; they end with "… (cut)".`;
}

function withData<Envelope extends Answer>(
  envelope: Envelope,
  name: string,
  value: unknown,
  ...said: readonly string[]
): Envelope {
  const warnings = [...(envelope.warnings ?? []), ...said];
  return {
    ...envelope,
    ...(warnings.length === 0 ? {} : { warnings }),
    data: { ...envelope.data, [name]: value },
  };
}

/** The longest start of a text that fits, never with half of a character beyond the basic plane at its end. */
function start(text: string, room: number): string {
  let fits = 0;
  let tooLong = text.length + 1;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (tokens(text.slice(0, middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  return text.slice(0, fits).replace(/[\ud800-\udbff]$/, '');
}

function tokens(value: unknown): number {
  return tokensOf(JSON.stringify(value));
}
