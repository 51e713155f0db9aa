import { CoinGeckoApi } from '../../../credentials/CoinGeckoApi.credentials';

const authenticate = (given: { readonly plan: string; readonly apiKey: string }) =>
  new CoinGeckoApi().authenticate({ baseUrl: '', ...given }, { url: '/ping' });

describe('the test of a CoinGecko credential', () => {
  it.each(['demo', 'pro'])('asks nothing where the key of the plan %s is missing', async (plan) => {
    await expect(authenticate({ plan, apiKey: ' ' })).rejects.toThrow(
      'API Key is empty. Enter the key, or choose the plan Keyless.',
    );
  });

  it('sends a key under the header of its plan, and none with Keyless', async () => {
    const headersOf = async (plan: string) => (await authenticate({ plan, apiKey: 'KEY-1' })).headers;
    expect(await headersOf('demo')).toEqual({ 'x-cg-demo-api-key': 'KEY-1' });
    expect(await headersOf('pro')).toEqual({ 'x-cg-pro-api-key': 'KEY-1' });
    expect(await headersOf('keyless')).toBeUndefined();
  });
});
