/** Invented insiders' filings in the order of EDGAR's current list: newest acceptance first, other forms among them. */
import { randomOf } from './random.mjs';

const GIVEN = ['Alma', 'Bertram', 'Celia', 'Dorian', 'Edwina', 'Fergus', 'Greta', 'Hollis'];
const FAMILY = [
  'Abernethy',
  'Brightwater',
  'Castellan',
  'Dunmore',
  'Elderfield',
  'Farrow',
  'Hathersage',
  'Kestrel',
];
const ISSUERS = [
  'Northgate Instruments Inc.',
  'Blue Heron Holdings Corp',
  'TALLOW & FINCH CO /DE/',
  'Umberline Energy, L.P.',
  'Wexcombe Foods Co',
];
const HOUR = 3_600_000;

/** The site's filter for type 4 lets these through as well. */
const OTHER_FORMS = ['424B2', '497', '40-APP/A', '425', '497K'];
const TITLES = {
  4: 'Statement of changes in beneficial ownership of securities',
  '4/A': '[Amend] Statement of changes in beneficial ownership of securities',
};

/**
 * The filings that the list shows at `now`, newest acceptance first; filing k is the same whenever it is asked for with
 * one seed and `start`, the moment at which the list begins. `perHour`: how many are accepted in an hour, or a list of
 * that, hour by hour from `start`, for a day with a peak. `others`: share of other forms. `lateSeconds`: one in ten is
 * shown up to so long after its acceptance, and then stands below newer ones.
 *
 * @param {{ seed?: string, start: string | number, now: string | number, perHour?: number | readonly number[], others?: number, lateSeconds?: number }} site
 */
export function secFilings({ seed = '1', start, now, perHour = 60, others = 0.3, lateSeconds = 0 }) {
  const nowMs = new Date(now).getTime();
  return acceptances(new Date(start).getTime(), nowMs, perHour)
    .map((acceptedMs, k) => filingAt(seed, k, acceptedMs, others))
    .filter((filing, k) => lateSeconds === 0 || filing.acceptedMs + delay(seed, k, lateSeconds) <= nowMs)
    .reverse();
}

/** Spread evenly over each hour, from `startMs` to `endMs`. */
function acceptances(startMs, endMs, perHour) {
  const times = [];
  for (let hour = 0; startMs + hour * HOUR < endMs; hour++) {
    const count = typeof perHour === 'number' ? perHour : (perHour[hour] ?? 0);
    for (let k = 1; k <= count; k++) times.push(startMs + hour * HOUR + Math.floor((k * HOUR) / count));
  }
  return times.filter((time) => time <= endMs);
}

function delay(seed, number, lateSeconds) {
  const random = randomOf(seed, `delay ${number}`);
  return random.chance(0.1) ? random.whole(0, lateSeconds) * 1000 : 0;
}

/** Every page of a list asks for all its filings again. */
const made = new Map();

function filingAt(seed, number, acceptedMs, others) {
  const key = `${seed}/${number}/${acceptedMs}/${others}`;
  if (!made.has(key)) made.set(key, makeFiling(seed, number, acceptedMs, others));
  return made.get(key);
}

function makeFiling(seed, number, acceptedMs, others) {
  const random = randomOf(seed, `filing ${number}`);
  const agent = String(random.whole(900_000, 1_999_999)).padStart(10, '0');
  const isOther = random.chance(others);
  const issuer = partyOf(seed, 'issuer', random.whole(0, 19), (pick) => pick(ISSUERS));
  const owners = Array.from({ length: random.chance(0.1) ? random.whole(2, 9) : 1 }, (_, k) =>
    partyOf(seed, 'owner', random.whole(0, 199) * 10 + k, (pick) => `${pick(FAMILY)} ${pick(GIVEN)}`),
  );
  return {
    accession: `${agent}-${String(new Date(acceptedMs).getUTCFullYear()).slice(2)}-${String(number).padStart(6, '0')}`,
    formType: isOther ? random.pick(OTHER_FORMS) : random.chance(0.05) ? '4/A' : '4',
    acceptedMs: Math.floor(acceptedMs / 1000) * 1000,
    size: `${random.whole(4, 30)} KB`,
    issuer,
    owners: isOther ? [] : owners,
    issuerFirst: random.chance(0.2),
    code: random.pick(['P', 'S', 'A', 'M']),
    shares: random.whole(10, 90_000),
    price: random.chance(0.2) ? null : random.whole(100, 90_000) / 100,
  };
}

function partyOf(seed, kind, number, name) {
  const random = randomOf(seed, `${kind} ${number}`);
  return { name: name(random.pick), cik: String(random.whole(10_000, 2_099_999)).padStart(10, '0') };
}

/** The list names a filing once for its issuer and once for each owner. */
export function filingRows(filings) {
  return filings.flatMap((filing) => {
    const issuer = { filing, party: filing.issuer, role: filing.owners.length === 0 ? 'Filer' : 'Issuer' };
    const owners = filing.owners.map((party) => ({ filing, party, role: 'Reporting' }));
    return filing.issuerFirst ? [issuer, ...owners] : [...owners, issuer];
  });
}

const WASHINGTON = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Date and time in Washington, as the list prints them. */
export function washingtonTime(millis) {
  const [day, time] = WASHINGTON.format(new Date(millis)).split(' ');
  return { day, time };
}

export function titleOf(formType) {
  return TITLES[formType] ?? 'Prospectus and other documents';
}
