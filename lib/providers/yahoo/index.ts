import type { Provider } from '../provider';
import { historyEndpoint } from './history';
import { cryptoEndpoint, forexEndpoint } from './pair';
import { quoteEndpoint } from './quote';
import { yahooRefusal } from './refusal';
import { searchEndpoint } from './search';

/** Yahoo Finance, unofficial: the chart and search addresses, which need neither key nor crumb. */
export const yahoo: Provider = {
  name: 'yahoo',
  label: 'Yahoo Finance',
  credential: null,
  endpoints: {
    quote: quoteEndpoint,
    history: historyEndpoint,
    crypto: cryptoEndpoint,
    forex: forexEndpoint,
    search: searchEndpoint,
  },
  authorize: () => ({ headers: {}, params: {} }),
  refusal: yahooRefusal,
};
