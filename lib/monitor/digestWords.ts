/** Everything that a digest says, in two languages. */
export type Language = 'en' | 'de';

export interface Words {
  readonly locale: string;
  readonly dayFormat: string;
  readonly unknown: string;
  readonly noZone: string;
  readonly preview: string;
  readonly firstCheck: string;
  /** A first check that reports none of what it found; a preview remembers nothing. */
  firstNothing(found: number, preview: boolean): string;
  readonly redelivered: string;
  readonly gap: string;
  readonly warning: string;
  readonly fetched: string;
  readonly dataAsOf: string;
  readonly source: string;
  readonly traded: string;
  readonly owner: string;
  readonly changed: string;
  readonly again: string;
  readonly partial: string;
  readonly unnamed: string;
  /** Edits count apart: an edited entry is nothing new. */
  found(fresh: number, edited: number, monitorId: string): string;
  headings(parser: string, zone: string): readonly string[];
  more(hidden: number, remaining: number): string;
  zone(zone: string): string;
  filedAfter(days: number): string;
  /** A value in dollars, and a number, as the language writes them. */
  readonly money: Intl.NumberFormat;
  readonly amount: Intl.NumberFormat;
  at(price: string): string;
  form(type: string): string;
  bought(shares: string, value: string): string;
  sold(shares: string, value: string): string;
  /** The words of a source that have a translation; others stay as they are. */
  readonly terms: Readonly<Record<string, string>>;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

interface FoundWords {
  readonly nothing: string;
  readonly fresh: string;
  readonly edited: string;
  readonly andEdited: string;
}

function foundWords(fresh: number, edited: number, words: FoundWords): string {
  if (edited === 0) return fresh === 0 ? words.nothing : words.fresh;
  return fresh === 0 ? words.edited : `${words.fresh}, ${words.andEdited}`;
}

// made once: making one takes longer than all that is written with it
const moneyOf = (locale: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  });
const amountOf = (locale: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    locale: 'en-GB',
    dayFormat: 'd LLL yyyy',
    unknown: 'unknown',
    noZone: 'no time zone given',
    preview: 'Preview: nothing was stored.',
    firstCheck: 'First check: these entries were on the page when it began.',
    firstNothing: (found, preview) =>
      `First check: ${counted(found, 'entry', 'entries')} on the page, ${preview ? '' : 'remembered, '}none reported.`,
    redelivered: 'Offered again: an earlier delivery was not confirmed.',
    gap: 'Entries may be missing: this check and the one before do not overlap.',
    warning: 'Warning',
    fetched: 'Fetched',
    dataAsOf: 'Data as of',
    source: 'Source',
    traded: 'traded',
    owner: 'owner',
    changed: 'Changed',
    again: 'offered before',
    partial: 'not all parties are known',
    unnamed: 'no title',
    found: (fresh, edited, monitorId) =>
      `${monitorId}: ${foundWords(fresh, edited, {
        nothing: 'nothing new',
        fresh: counted(fresh, 'new entry', 'new entries'),
        edited: counted(edited, 'edited entry', 'edited entries'),
        andEdited: `${edited} edited`,
      })}`,
    headings: (parser, zone) =>
      parser === 'capitol_trades'
        ? ['Politician', 'Trade', `Published (${zone})`]
        : parser === 'sec_form4'
          ? ['Issuer', 'Filing', `Accepted (${zone})`]
          : parser === 'feed'
            ? ['Entry', `Published (${zone})`]
            : ['Entry', 'Details'],
    more: (hidden, remaining) =>
      [
        ...(hidden > 0
          ? [`${counted(hidden, 'more entry is', 'more entries are')} among the items of this check.`]
          : []),
        ...(remaining > 0 ? [`${counted(remaining, 'more waits', 'more wait')} for the next check.`] : []),
      ].join(' '),
    zone: (zone) => `Times are in ${zone}`,
    filedAfter: (days) => `filed after ${counted(days, 'day', 'days')}`,
    money: moneyOf('en-GB'),
    amount: amountOf('en-GB'),
    at: (price) => `at ${price}`,
    form: (type) => `Form ${type}`,
    bought: (shares, value) => `bought ${shares} shares for ${value}`,
    sold: (shares, value) => `sold ${shares} shares for ${value}`,
    terms: {},
  },
  de: {
    locale: 'de-DE',
    dayFormat: 'dd.MM.yyyy',
    unknown: 'unbekannt',
    noZone: 'ohne Zeitzone',
    preview: 'Vorschau: Es wurde nichts gespeichert.',
    firstCheck: 'Erste Prüfung: Diese Einträge standen schon auf der Seite.',
    firstNothing: (found, preview) =>
      `Erste Prüfung: ${counted(found, 'Eintrag', 'Einträge')} auf der Seite${preview ? '' : ', ab jetzt bekannt'}, keiner gemeldet.`,
    redelivered: 'Erneut angeboten: Eine frühere Zustellung wurde nicht bestätigt.',
    gap: 'Es könnten Einträge fehlen: Diese und die vorige Prüfung überschneiden sich nicht.',
    warning: 'Warnung',
    fetched: 'Abgerufen',
    dataAsOf: 'Stand der Daten',
    source: 'Quelle',
    traded: 'gehandelt am',
    owner: 'Inhaber',
    changed: 'Geändert',
    again: 'schon einmal angeboten',
    partial: 'nicht alle Beteiligten sind bekannt',
    unnamed: 'ohne Titel',
    found: (fresh, edited, monitorId) =>
      `${monitorId}: ${foundWords(fresh, edited, {
        nothing: 'nichts Neues',
        fresh: counted(fresh, 'neuer Eintrag', 'neue Einträge'),
        edited: counted(edited, 'geänderter Eintrag', 'geänderte Einträge'),
        andEdited: `${edited} geändert`,
      })}`,
    headings: (parser, zone) =>
      parser === 'capitol_trades'
        ? ['Politiker', 'Handel', `Veröffentlicht (${zone})`]
        : parser === 'sec_form4'
          ? ['Emittent', 'Meldung', `Angenommen (${zone})`]
          : parser === 'feed'
            ? ['Eintrag', `Veröffentlicht (${zone})`]
            : ['Eintrag', 'Angaben'],
    more: (hidden, remaining) =>
      [
        ...(hidden > 0
          ? [
              `${counted(hidden, 'weiterer Eintrag steht', 'weitere Einträge stehen')} in den Items dieser Prüfung.`,
            ]
          : []),
        ...(remaining > 0
          ? [`${counted(remaining, 'weiterer wartet', 'weitere warten')} auf die nächste Prüfung.`]
          : []),
      ].join(' '),
    zone: (zone) => `Zeiten in ${zone}`,
    filedAfter: (days) => `gemeldet nach ${counted(days, 'Tag', 'Tagen')}`,
    money: moneyOf('de-DE'),
    amount: amountOf('de-DE'),
    at: (price) => `zu ${price}`,
    form: (type) => `Formular ${type}`,
    bought: (shares, value) => `Kauf: ${shares} Aktien für ${value}`,
    sold: (shares, value) => `Verkauf: ${shares} Aktien für ${value}`,
    terms: {
      buy: 'Kauf',
      sell: 'Verkauf',
      exchange: 'Tausch',
      receive: 'Erhalt',
      Undisclosed: 'nicht angegeben',
      Spouse: 'Ehepartner',
      Joint: 'gemeinsam',
      Self: 'selbst',
      Child: 'Kind',
      House: 'Repräsentantenhaus',
      Senate: 'Senat',
    },
  },
};
