import { type Envelope, seal } from '../../envelope';
import { dataTimeOf } from '../results';
import type { CheckFacts, MonitorRow } from '../store/store';

/** Operations that make no request have the envelope of the last real check; that of none before the first. */
export function envelope<Data>(
  data: Data,
  facts: CheckFacts | null,
  warnings: readonly string[] = [],
): Envelope<Data> {
  if (facts === null)
    return {
      fetchedAt: null,
      dataAsOf: null,
      dataAsOfPrecision: null,
      dataAsOfFrom: null,
      source: null,
      data,
    };
  return seal(
    { data, ...dataTimeOf(facts) },
    { fetchedAtMs: Date.parse(facts.fetchedAt), source: facts.source, untrusted: true, warnings },
  );
}

/** The facts of the newest check among some monitors; null before the first. */
export function lastCheckOf(rows: readonly MonitorRow[]): CheckFacts | null {
  return rows
    .map(({ state }) => state.facts)
    .reduce((a, b) => ((a?.fetchedAt ?? '') < (b?.fetchedAt ?? '') ? b : a), null);
}
