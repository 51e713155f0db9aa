import type { Reading } from '../envelope';
import type { ErrorCode } from '../errors';
import type { Coin } from './coins';
import type { Instrument, Pair } from './symbols';

export const OPERATIONS = ['quote', 'history', 'crypto', 'forex', 'search'] as const;
export type Operation = (typeof OPERATIONS)[number];
export const PROVIDER_NAMES = ['twelvedata', 'alphavantage', 'coingecko', 'yahoo'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
export const INTERVALS = ['1min', '5min', '1h', '1day'] as const;
export type Interval = (typeof INTERVALS)[number];

/** What is asked, per operation: symbols are parsed, coins not yet resolved. */
export interface Queries {
  readonly quote: { readonly instrument: Instrument; readonly coin?: Coin };
  readonly history: {
    readonly instrument: Instrument;
    readonly interval: Interval;
    readonly outputSize: number;
    /** Known for pinned coins; set for every other before CoinGecko is asked, which knows coins by id only. */
    readonly coin?: Coin;
  };
  readonly crypto: {
    /** The coin's ticker as the user wrote it, upper case; or the id after `id:`. */
    readonly base: string;
    readonly byId: boolean;
    readonly vs: string;
    readonly coin?: Coin;
  };
  readonly forex: Pair;
  readonly search: { readonly text: string };
}

/** Missing facts are null in every result. Numbers are what the source wrote; texts are its very characters. */
export interface Results {
  readonly quote: Quote;
  readonly history: History;
  readonly crypto: Crypto;
  readonly forex: Forex;
  readonly search: Search;
}

/** A price stated in a hundredth of a currency: `code` is the major currency, `factor` how many make one of it. */
export interface MinorUnit {
  readonly code: string;
  readonly factor: number;
}

export interface Quote {
  readonly symbol: string;
  /** The symbol in the provider's own answer. */
  readonly providerSymbol: string | null;
  readonly name: string | null;
  readonly exchange: string | null;
  readonly mic: string | null;
  readonly assetType: string | null;
  /** As the source writes it: `GBp` stays `GBp`. */
  readonly currency: string | null;
  readonly currencyMinor: MinorUnit | null;
  readonly price: number;
  readonly priceText: string;
  /** The price in the major currency; null where `currency` is none of the known minor units. */
  readonly priceMajor: number | null;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly previousClose: number | null;
  readonly change: number | null;
  readonly changePercent: number | null;
  readonly volume: number | null;
  readonly marketState: 'open' | 'closed' | 'pre' | 'post' | null;
  readonly delayedMinutes: number | null;
  readonly extended: {
    readonly price: number;
    readonly at: string | null;
    readonly session: string | null;
  } | null;
}

export interface Bar {
  /** Start of the bar: an instant, or a bare date (of the exchange) for daily bars. */
  readonly t: string;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number;
  readonly closeText: string;
  readonly adjClose: number | null;
  readonly volume: number | null;
  /** False for the bar of a period that was still running, or may have been. */
  readonly complete: boolean;
}

export interface History {
  readonly symbol: string;
  readonly providerSymbol: string | null;
  readonly name: string | null;
  readonly interval: Interval;
  /** IANA zone in which dates and sessions of the bars are meant. */
  readonly zone: string | null;
  readonly adjusted: 'splits' | 'all' | 'none' | 'unknown';
  readonly exchange: string | null;
  readonly mic: string | null;
  readonly currency: string | null;
  readonly currencyMinor: MinorUnit | null;
  /** Oldest first. */
  readonly bars: readonly Bar[];
  readonly events: { readonly splits: readonly Split[]; readonly dividends: readonly Dividend[] } | null;
  /** Times for which the source sent a row without a price. */
  readonly gaps: readonly string[];
}

export interface Split {
  readonly t: string;
  readonly numerator: number;
  readonly denominator: number;
}

export interface Dividend {
  readonly t: string;
  readonly amount: number;
  readonly amountText: string;
  /** In the major currency, where prices are stated in a minor unit. */
  readonly amountMajor: number | null;
}

export interface Crypto {
  /** CoinGecko's id, from the one provider that has ids; else null and `pair` says what was asked. */
  readonly coinId: string | null;
  readonly pair: string | null;
  /** The ticker; null for a coin that is only known by its id. */
  readonly symbol: string | null;
  readonly name: string | null;
  readonly vs: string;
  readonly price: number;
  readonly priceText: string;
  readonly change24hPercent: number | null;
  readonly volume24h: number | null;
  readonly marketCap: number | null;
}

export interface Forex {
  readonly base: string;
  readonly quote: string;
  /** Units of `quote` for one `base`; never inverted. */
  readonly rate: number;
  readonly rateText: string;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly marketOpen: boolean | null;
}

export interface Match {
  readonly symbol: string;
  /** CoinGecko's id of a coin. */
  readonly coinId: string | null;
  readonly name: string | null;
  readonly exchange: string | null;
  readonly mic: string | null;
  readonly type: string | null;
  readonly currency: string | null;
  readonly country: string | null;
  readonly score: number | null;
  readonly rank: number | null;
  readonly provider: ProviderName;
}

export interface Search {
  readonly query: string;
  readonly results: readonly Match[];
}

/** How a provider is reached with the user's credential. */
export interface Access {
  /** Checked: https (http for loopback only), no user info, query or fragment, no slash at the end. */
  readonly baseUrl: string;
  readonly key: string | null;
  readonly plan: 'keyless' | 'demo' | 'pro' | null;
  /** An http address of this machine, which may be reached although it is private. */
  readonly isLocal: boolean;
}

/** What to ask: path below the base URL and parameters; the key goes where `Provider.authorize` says. */
export interface Target {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What came back, as far as a reader may know it. */
export interface Answer {
  /** The URL that answered; only its parameters are read (a series does not repeat the zone asked for). */
  readonly url: string | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly fetchedAtMs: number;
}

/** An answer whose body is JSON; numbers are `NumberToken`s, which keep the source's characters. */
export interface JsonAnswer extends Answer {
  readonly json: unknown;
}

/** One operation of one provider: two pure functions, and what it cannot do. */
export interface Endpoint<Op extends Operation> {
  /** A sentence when this query cannot be served (said before any request); null when it can. */
  cannot?(query: Queries[Op], access: Access): string | null;
  /** The same for more points than this provider has: another may be asked instead. */
  tooMany?(query: Queries[Op], access: Access): string | null;
  request(query: Queries[Op], access: Access): Target;
  read(answer: JsonAnswer, query: Queries[Op]): Reading<Results[Op]>;
}

/** An error that a provider answered, before it becomes a ToolError: code, sentence, and when to try again. */
export interface RequestError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}

export interface Provider {
  readonly name: ProviderName;
  readonly label: string;
  /** Name of the credential that it needs; null where it can be asked without. */
  readonly credential: string | null;
  readonly endpoints: { readonly [Op in Operation]?: Endpoint<Op> };
  /** Where the key goes: headers where the provider takes them. */
  authorize(access: Access): {
    readonly headers: Readonly<Record<string, string>>;
    readonly params: Readonly<Record<string, string>>;
  };
  /** Recognises an error, whatever the HTTP status; `json` is undefined where the body is not JSON. */
  refusal(answer: Answer, json: unknown): RequestError | null;
}
