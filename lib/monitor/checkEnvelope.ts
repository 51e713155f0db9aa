import { seal, UNFETCHED, type Envelope } from '../envelope';
import type { CheckFacts } from './store/store';

/** Data in the envelope of a check: of the last real one where no request is made, of none before the first. */
export function checkEnvelope<Data>(
  data: Data,
  facts: CheckFacts | null,
  warnings: readonly string[] = [],
): Envelope<Data> {
  if (facts === null) return { ...UNFETCHED, data, ...(warnings.length > 0 ? { warnings } : {}) };
  return seal(
    { data, ...dataTimeOf(facts) },
    { fetchedAtMs: Date.parse(facts.fetchedAt), source: facts.source, untrusted: true, warnings },
  );
}

/** Of when the data of a check is. */
export function dataTimeOf({ dataAsOf, dataAsOfFrom, dataAsOfPrecision }: CheckFacts) {
  return { dataAsOf, dataAsOfFrom, ...(dataAsOfPrecision === undefined ? {} : { dataAsOfPrecision }) };
}
