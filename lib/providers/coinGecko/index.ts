import type { Provider } from '../provider';
import { historyEndpoint } from './history';
import { priceEndpoint } from './price';
import { coinGeckoRefusal } from './refusal';
import { searchEndpoint } from './search';

/** CoinGecko: coins only, with or without a key; the header's name says which kind of key it is. */
export const coinGecko: Provider = {
  name: 'coingecko',
  label: 'CoinGecko',
  credential: null,
  endpoints: { history: historyEndpoint, crypto: priceEndpoint, search: searchEndpoint },
  authorize: ({ key, plan }) => ({
    headers: key === null ? {} : { [plan === 'pro' ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: key },
    params: {},
  }),
  refusal: coinGeckoRefusal,
};
