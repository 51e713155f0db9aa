// What `npm start` says at its end: one JSON line, and the same for people.

/** One line of JSON: the facts of the start. */
export function jsonLine(facts) {
  const { site, seed, url, runs, state, canvas } = facts;
  return JSON.stringify({
    site,
    seed,
    watched: url,
    entriesFound: entriesFound(state),
    newEntries: newEntries(runs),
    newest: state.newest.map(line),
    state: state.location,
    canvas,
    error: errorIn(runs),
  });
}

/** The same, to read. */
export function summary(facts, ended) {
  const { site, seed, url, runs, state, canvas, owner, log } = facts;
  const error = errorIn(runs);
  return [
    `Capitol Trades watcher, ${site === 'live' ? 'the real site' : `replay with seed ${seed}`}: ${url}`,
    ...(error === null ? [] : [`  FAILED: ${error}`]),
    `  Entries found on its page: ${entriesFound(state) ?? 'unknown'}`,
    `  New since the last check:  ${newEntries(runs)}`,
    '  The newest three:',
    ...state.newest.map((entry) => {
      const { publishedAt, politician, tradeType, issuer, ticker, size, id } = line(entry);
      return `    ${readable(publishedAt)}  ${politician}: ${tradeType} ${issuer}${ticker ? ` (${ticker})` : ''}, ${size} [${id}]`;
    }),
    `  The state lies in ${state.location}`,
    `  n8n's own log: ${log}`,
    ...(ended
      ? ['  Done. "npm start" without --once keeps n8n running, with the canvas in your browser.']
      : [
          `  Canvas: ${canvas}`,
          `  Log in as ${owner.email} with the password ${owner.password}`,
          '  The watcher now runs every 30 minutes. Ctrl-C ends everything.',
        ]),
  ].join('\n');
}

const entriesFound = (state) => state.status?.parserHealth?.entries ?? null;
const newEntries = (runs) => runs.reduce((sum, { entries }) => sum + entries.length, 0);
const errorIn = (runs) => runs.map(({ error }) => error).find((error) => error !== null) ?? null;

/** The facts of a stored trade that a person looks for first. */
function line({ id, publishedAt, detailUrl, fields }) {
  const { politician, tradeType, issuer, ticker, size } = fields;
  return { id, publishedAt, politician, tradeType, issuer, ticker, size, detailUrl };
}

/** An instant as `2026-05-13 07:42:00 UTC`; a bare date or a local time as it is. */
function readable(time) {
  if (time === null) return 'time unknown';
  return time.endsWith('Z') ? `${time.slice(0, 19).replace('T', ' ')} UTC` : time;
}
