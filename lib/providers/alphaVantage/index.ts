import type { Provider } from '../provider';
import { cryptoEndpoint, forexEndpoint } from './exchangeRate';
import { historyEndpoint } from './history';
import { quoteEndpoint } from './quote';
import { alphaVantageRefusal } from './refusal';
import { searchEndpoint } from './search';

/** Alpha Vantage: the key can only be a query parameter, so it is taken out of everything shown. */
export const alphaVantage: Provider = {
  name: 'alphavantage',
  label: 'Alpha Vantage',
  credential: 'Alpha Vantage API',
  endpoints: {
    quote: quoteEndpoint,
    history: historyEndpoint,
    crypto: cryptoEndpoint,
    forex: forexEndpoint,
    search: searchEndpoint,
  },
  authorize: ({ key }) => ({ headers: {}, params: key === null ? {} : { apikey: key } }),
  refusal: alphaVantageRefusal,
};
