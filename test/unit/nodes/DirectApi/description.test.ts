import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';
import { AlphaVantageApi } from '../../../../credentials/AlphaVantageApi.credentials';
import { CoinGeckoApi } from '../../../../credentials/CoinGeckoApi.credentials';
import { TwelveDataApi } from '../../../../credentials/TwelveDataApi.credentials';
import { DirectApi } from '../../../../nodes/DirectApi/DirectApi.node';

const { description } = new DirectApi();

/** Names of the fields that the form shows. */
function shown(parameters: INodeParameters): string[] {
  const node: INode = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters };
  const all = NodeHelpers.getNodeParameters(
    description.properties,
    parameters,
    true,
    false,
    node,
    description,
  );
  return description.properties
    .filter((property) => NodeHelpers.displayParameter(all ?? {}, property, node, description))
    .map(({ name }) => name);
}

it.each([
  ['quote', ['operation', 'provider', 'symbol', 'options']],
  ['history', ['operation', 'provider', 'symbol', 'interval', 'outputSize', 'output', 'options']],
  ['crypto', ['operation', 'provider', 'symbol', 'currency', 'options']],
  ['forex', ['operation', 'provider', 'symbol', 'options']],
  ['search', ['operation', 'provider', 'query', 'output', 'options']],
])('for %s only what applies is shown', (operation, fields) => {
  expect(shown({ operation })).toEqual(fields);
});

it.each([
  ['auto', ['coinGeckoApi', 'twelveDataApi']],
  ['alphavantage', ['alphaVantageApi']],
  ['coingecko', ['coinGeckoApi']],
  ['twelvedata', ['twelveDataApi']],
  ['yahoo', []],
])('for the provider %s its credentials are offered', (provider, names) => {
  const node: INode = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} };
  const offered = (description.credentials ?? []).filter((credential) =>
    NodeHelpers.displayParameter({ provider }, credential, node, description),
  );
  expect(offered.map(({ name }) => name)).toEqual(names);
});

it('says of each provider whether it needs a key', () => {
  const provider = description.properties.find(({ name }) => name === 'provider');
  const names = (provider?.options ?? []).map((option) => option.name);
  expect(names).toEqual([
    'Alpha Vantage (Needs a Key)',
    'Automatic (No Key Needed)',
    'CoinGecko (Key Is Optional)',
    'Twelve Data (Needs a Key)',
    'Yahoo Finance (No Key)',
  ]);
});

it('keeps provider and options out of expressions', () => {
  const fixed = description.properties.filter(({ name }) => name === 'provider' || name === 'options');
  expect(fixed.map(({ noDataExpression }) => noDataExpression)).toEqual([true, true]);
});

describe('credentials', () => {
  it('hide the key and have a test, a base URL and documentation', () => {
    for (const credential of [new TwelveDataApi(), new AlphaVantageApi(), new CoinGeckoApi()]) {
      const key = credential.properties.find(({ name }) => name === 'apiKey');
      expect(key?.typeOptions).toEqual({ password: true });
      expect(credential.properties.map(({ name }) => name)).toContain('baseUrl');
      expect(credential.test.request.url).toMatch(/^\//);
      expect(credential.documentationUrl).toMatch(/^https:/);
    }
  });

  it.each([
    ['demo', { 'x-cg-demo-api-key': 'k' }],
    ['pro', { 'x-cg-pro-api-key': 'k' }],
    ['keyless', undefined],
  ])('of CoinGecko send the header of the plan %s', async (plan, headers) => {
    const signed = await new CoinGeckoApi().authenticate({ plan, apiKey: 'k' }, { url: 'https://x' });
    expect(signed.headers).toEqual(headers);
  });
});
