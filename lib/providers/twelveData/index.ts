import type { Provider } from '../provider';
import { cryptoEndpoint, forexEndpoint } from './exchangeRate';
import { historyEndpoint } from './history';
import { quoteEndpoint } from './quote';
import { twelveDataRefusal } from './refusal';
import { searchEndpoint } from './search';

/** Twelve Data: key in a header; every symbol of a request costs one credit. */
export const twelveData: Provider = {
  name: 'twelvedata',
  label: 'Twelve Data',
  credential: 'Twelve Data API',
  endpoints: {
    quote: quoteEndpoint,
    history: historyEndpoint,
    crypto: cryptoEndpoint,
    forex: forexEndpoint,
    search: searchEndpoint,
  },
  authorize: ({ key }) => ({ headers: key === null ? {} : { authorization: `apikey ${key}` }, params: {} }),
  refusal: twelveDataRefusal,
};
