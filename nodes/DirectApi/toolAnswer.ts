import { withListThatFits } from '../shared/agentAnswer';

/** Market data for an agent: of a long history the newest candles, of a search the first matches. */
export function marketAnswer<
  Envelope extends { readonly data: object; readonly warnings?: readonly string[] },
>(envelope: Envelope): Envelope {
  const advice = 'For a longer time ask for a longer interval.';
  return withListThatFits(
    withListThatFits(envelope, 'bars', 'last', advice),
    'results',
    'first',
    'Search for more of the name.',
  );
}
