import { instantFromMillis, isLaterThan, precisionOf, type Precision, type SourceTime } from './instant';

/** What a reader found: data, and the time of that data as its source states it. */
export interface Reading<Data> {
  readonly data: Data;
  readonly dataAsOf: SourceTime | null;
  /** Where the time was read, e.g. `last-modified` or `twelvedata:last_quote_at`; null with a null `dataAsOf`. */
  readonly dataAsOfFrom: string | null;
  /** Only where the form of the time says too much: a source that counts whole minutes. */
  readonly dataAsOfPrecision?: Precision;
  readonly warnings?: readonly string[];
}

/** What every item that leaves a node holds. */
export interface Envelope<Data> {
  /** When the HTTP request was made (UTC instant); null only for an operation that never made one. */
  readonly fetchedAt: string | null;
  readonly dataAsOf: SourceTime | null;
  readonly dataAsOfPrecision: Precision | null;
  readonly dataAsOfFrom: string | null;
  /** The URL that answered, after redirects, without secrets; null only where no request was made. */
  readonly source: string | null;
  readonly data: Data;
  readonly cached?: true;
  /** Present on everything that carries text from the web. */
  readonly untrusted?: true;
  readonly warnings?: readonly string[];
}

/** The envelope's own fields where no request was ever made. */
export const UNFETCHED = {
  fetchedAt: null,
  dataAsOf: null,
  dataAsOfPrecision: null,
  dataAsOfFrom: null,
  source: null,
} as const;

export interface Seal {
  /** Milliseconds since 1970 at which the request was made. */
  readonly fetchedAtMs: number;
  readonly source: string;
  readonly cached?: boolean;
  readonly untrusted?: boolean;
  readonly warnings?: readonly string[];
}

/**
 * Closes a reading into an envelope. A time of data that lies in the future (more than 60 s beyond the request)
 * or has no known form becomes null with a warning: a plausible time is worse than none.
 */
export function seal<Data>(reading: Reading<Data>, facts: Seal): Envelope<Data> {
  const believed = believe(reading, facts.fetchedAtMs);
  const warnings = [...(facts.warnings ?? []), ...(reading.warnings ?? []), ...believed.warnings];
  const known = believed.dataAsOf;
  return {
    fetchedAt: instantFromMillis(facts.fetchedAtMs),
    dataAsOf: known,
    dataAsOfPrecision: known === null ? null : (reading.dataAsOfPrecision ?? precisionOf(known)),
    dataAsOfFrom: known === null ? null : reading.dataAsOfFrom,
    source: facts.source,
    data: reading.data,
    ...(facts.cached ? { cached: true as const } : {}),
    ...(facts.untrusted ? { untrusted: true as const } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

function believe(
  { dataAsOf, dataAsOfFrom }: Reading<unknown>,
  fetchedAtMs: number,
): { dataAsOf: SourceTime | null; warnings: string[] } {
  if (dataAsOf === null) return { dataAsOf: null, warnings: [] };
  if (precisionOf(dataAsOf) === null)
    return {
      dataAsOf: null,
      warnings: [
        `The source's time "${dataAsOf}" (${dataAsOfFrom ?? 'origin unknown'}) has no known form and was not used.`,
      ],
    };
  if (isLaterThan(dataAsOf, fetchedAtMs))
    return {
      dataAsOf: null,
      warnings: [
        `The source's time ${dataAsOf} (${dataAsOfFrom ?? 'origin unknown'}) is later than the time of the request and was not used.`,
      ],
    };
  return { dataAsOf, warnings: [] };
}
