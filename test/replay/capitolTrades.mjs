/**
 * Invented trades of invented politicians, as a list like Capitol Trades orders them: newest publication first,
 * then by id ascending. House and Senate ids are two series; some trades are filed twice, under two ids.
 */
import { randomOf } from './random.mjs';

const HOUSE_FIRST_ID = 20_003_900_000;
const SENATE_FIRST_ID = 10_000_070_000;
const DAY = 86_400_000;

const FIRST_NAMES = [
  'Alma',
  'Bertram',
  'Celia',
  'Dorian',
  'Edwina',
  'Fergus',
  'Greta',
  'Hollis',
  'Imogen',
  'Jasper',
  "D'Arcy",
  'Maria Luz',
];
const LAST_NAMES = [
  'Abernethy',
  'Brightwater',
  'Castellan',
  'Dunmore',
  'Elderfield',
  'Farrow',
  "O'Garrow",
  'Hathersage',
  'Íñiguez',
  'Kestrel',
];
const STATES = ['ak', 'ca', 'fl', 'ia', 'me', 'nm', 'oh', 'tx', 'vt', 'wy'];
const PARTIES = ['democrat', 'republican', 'democrat', 'republican', 'other'];
const ISSUER_HEADS = [
  'Northgate',
  'Blue Heron',
  'Quillfeather',
  'Sandbank',
  'Tallow & Finch',
  'Umberline',
  'Vantage Ridge',
  'Wexcombe',
];
const ISSUER_TAILS = [
  'Instruments Inc',
  'Holdings Corp',
  'Energy Partners',
  'Foods Co',
  'Semiconductor Ltd',
  'Bancorp',
];
const SECTORS = ['information-technology', 'financials', 'energy', 'consumer-staples', 'health-care'];
const OWNERS = ['not-disclosed', 'spouse', 'joint', 'self', 'child'];

/** Size bands as the page names them, with the middle that its data holds. */
export const SIZES = [
  { text: '1K–15K', value: 8_000 },
  { text: '15K–50K', value: 32_500 },
  { text: '50K–100K', value: 75_000 },
  { text: '100K–250K', value: 175_000 },
  { text: '250K–500K', value: 375_000 },
  { text: '500K–1M', value: 750_000 },
  { text: '1M–5M', value: 3_000_000 },
  { text: '5M–25M', value: 15_000_000 },
];

/**
 * All trades of the site.
 * `start`: when the site was opened; `count` trades were published before. `growth`: `[{ at, count }]`, what has been
 * published since. A row depends on seed, start and its own number only, so that growing never changes an old row.
 */
export function capitolTrades({ seed = '1', start, count = 240, growth = [] }) {
  const trades = [];
  const numbering = {
    house: HOUSE_FIRST_ID + randomOf(seed, 'ids').whole(0, 900) * 100,
    senate: SENATE_FIRST_ID + randomOf(seed, 'senate ids').whole(0, 9_000),
  };
  for (let k = 0; k < count; k++)
    trades.push(
      tradeAt(seed, k, publishedBefore(start, Math.floor((count - 1 - k) / 12), k), numbering, trades),
    );
  let number = count;
  for (const step of growth)
    for (let i = 0; i < step.count; i++)
      trades.push(tradeAt(seed, number++, floorToSecond(step.at), numbering, trades));
  return trades.sort((a, b) => b.publishedMs - a.publishedMs || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/** Every fifth trade is a senator's, every seventh the trade before it under a second id. */
function tradeAt(seed, number, publishedMs, numbering, before) {
  const random = randomOf(seed, `trade ${number}`);
  const twin = number % 7 === 6 ? before.at(-1) : undefined;
  const chamber = twin ? twin.politician.chamber : number % 5 === 3 ? 'senate' : 'house';
  numbering[chamber] += random.chance(0.1) ? 2 : 1; // the site's ids have holes
  const id = String(numbering[chamber]);
  if (twin) return { ...twin, id };
  const gapDays = random.whole(0, 60);
  return {
    id,
    publishedMs,
    traded: new Date(publishedMs - (gapDays + 1) * DAY).toISOString().slice(0, 10),
    gapDays,
    politician: politicianOf(seed, chamber, random.whole(0, 7)),
    issuer: issuerOf(seed, random.whole(0, 23)),
    owner: random.pick(OWNERS),
    type: random.chance(0.5) ? 'buy' : random.chance(0.9) ? 'sell' : 'exchange',
    size: random.chance(0.5) ? SIZES[0] : random.pick(SIZES),
    price: random.chance(0.15) ? null : random.whole(101, 160_000) / 100,
    comment: random.chance(0.6) ? 'Held in: Account "A" & <B>' : null,
  };
}

function politicianOf(seed, chamber, number) {
  const random = randomOf(seed, `${chamber} ${number}`);
  const lastName = random.pick(LAST_NAMES);
  return {
    id: `${lastName.normalize('NFD')[0]}${String(random.whole(1, 999_999)).padStart(6, '0')}`,
    firstName: random.pick(FIRST_NAMES),
    nickname: random.chance(0.2) ? random.pick(FIRST_NAMES) : null,
    lastName,
    party: random.pick(PARTIES),
    chamber,
    state: random.pick(STATES),
  };
}

function issuerOf(seed, number) {
  const random = randomOf(seed, `issuer ${number}`);
  const name = `${random.pick(ISSUER_HEADS)} ${random.pick(ISSUER_TAILS)}`;
  const letters = Array.from({ length: random.whole(2, 5) }, () =>
    String.fromCharCode(65 + random.whole(0, 25)),
  ).join('');
  const ticker = random.chance(0.15)
    ? null
    : `${random.chance(0.1) ? `${letters.slice(0, 3)}/B` : letters}:US`;
  return {
    id: 510_000 + random.whole(0, 9_999),
    name,
    ticker,
    sector: ticker === null ? null : random.pick(SECTORS),
  };
}

/** The House at 14:05:02 UTC, the Senate at 09:31:02, `daysAgo` days before the opening, always before it. */
function publishedBefore(start, daysAgo, number) {
  const startMs = new Date(start).getTime();
  const midnight = startMs - (((startMs % DAY) + DAY) % DAY) - daysAgo * DAY;
  const time = midnight + (number % 5 === 3 ? (9 * 60 + 31) * 60_000 : (14 * 60 + 5) * 60_000) + 2_000;
  return time > startMs ? time - DAY : time;
}

function floorToSecond(at) {
  return Math.floor(new Date(at).getTime() / 1000) * 1000;
}
