/** The test of each credential, as n8n's editor runs it: what proves a key, what a refusal says, and where the key goes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../scripts/n8n/ports.mjs';
import { openPages } from './pages.mjs';
import { addCredential } from './production.mjs';
import { theN8n } from './theN8n.mjs';

const KEY = 'SECRETkeyOfTheTests99';

const PRICE = { 'Global Quote': { '01. symbol': 'IBM', '05. price': '231.5000' } };
const PONG = { gecko_says: 'Hello' };
const coin = (plan) => ({ type: 'coinGeckoApi', data: { plan }, path: '/ping', good: PONG });

/** `header`: what carries the key, `query`: the address where it must. */
const CREDENTIALS = {
  'Twelve Data': {
    type: 'twelveDataApi',
    path: '/api_usage',
    good: { timestamp: '2026-05-13 07:40:00', current_usage: 1, plan_limit: 8 },
    header: ['authorization', `apikey ${KEY}`],
    refused: [
      [401, { code: 401, message: 'The **apikey** is wrong.', status: 'error' }, /did not accept the key/],
      [200, { code: 401, message: 'The **apikey** is wrong.', status: 'error' }, /did not accept the key/],
      [200, { code: 429, message: 'Out of credits.', status: 'error' }, /no more requests .* Try again/],
      [429, { code: 429, message: 'Out of credits.', status: 'error' }, /no more requests .* Try again/],
    ],
  },
  'Alpha Vantage': {
    type: 'alphaVantageApi',
    path: '/query',
    good: PRICE,
    query: `/query?function=GLOBAL_QUOTE&symbol=IBM&apikey=${KEY}`,
    refused: [
      [401, {}, /did not accept the key/],
      [200, { 'Error Message': 'The parameter apikey is invalid.' }, /did not accept the key/],
      [200, { Information: `The limit of ${KEY} is 25 requests per day.` }, /25 a day/],
      [200, { Note: 'One request a second.' }, /one a second/],
      [200, { 'Global Quote': {} }, /gave no price/],
    ],
  },
  'CoinGecko, Demo': {
    ...coin('demo'),
    header: ['x-cg-demo-api-key', KEY],
    refused: [
      [401, { status: { error_code: 10002, error_message: 'No key' } }, /did not accept the key/],
      [400, { error_code: 10010, error: 'wrong kind' }, /a Pro key needs the plan Pro/],
      [200, { error: { status: { error_code: 10005 } } }, /plan of the key/],
      [429, { status: { error_code: 429 } }, /no more requests/],
    ],
  },
  'CoinGecko, Pro': {
    ...coin('pro'),
    header: ['x-cg-pro-api-key', KEY],
    refused: [[400, { status: { error_code: 10011 } }, /a Demo key needs the plan Demo/]],
  },
  'CoinGecko, Keyless': { ...coin('keyless'), refused: [[429, { error_code: 429 }, /no more requests/]] },
};

describe('the tests of the credentials', () => {
  let n8n, pages, other, answer, heard;
  const said = [];

  before(async () => {
    n8n = await theN8n();
    pages = await openPages((url, request) => {
      heard = { path: url.pathname, address: request.url, headers: request.headers };
      return answer;
    });
    other = await openPages(() => ({ body: '{}' }));
  });

  after(async () => {
    await other?.close();
    await pages?.close();
  });

  /** What the editor shows: `{ status, message }`. */
  async function tested({ type, data = {} }, baseUrl = pages.url) {
    heard = undefined;
    const whole = { apiKey: KEY, requestsPerMinute: 8, ...data, baseUrl };
    const stored = await addCredential(n8n, type, whole);
    const shown = await n8n.api.post('/credentials/test', { credentials: { ...stored, type, data: whole } });
    said.push(JSON.stringify(shown));
    return shown;
  }

  const json = (body, status = 200) => ({ status, type: 'application/json', body: JSON.stringify(body) });

  for (const [name, credential] of Object.entries(CREDENTIALS)) {
    it(`${name}: a key that is accepted is OK, and it goes where the provider takes it`, async () => {
      answer = json(credential.good);
      assert.deepEqual(await tested(credential), { status: 'OK', message: 'Connection successful!' });
      assert.equal(heard.path, credential.path);
      const carried = Object.entries(heard.headers).filter(([, value]) => String(value).includes(KEY));
      assert.deepEqual(carried, credential.header ? [credential.header] : []);
      if (credential.query) assert.equal(heard.address, credential.query);
      else assert.ok(!heard.address.includes(KEY), 'a key in a header is not in the address as well');
    });

    it(`${name}: a refusal is an error that says what to do, whatever its status`, async () => {
      for (const [status, body, sentence] of credential.refused) {
        answer = json(body, status);
        const shown = await tested(credential);
        assert.equal(shown.status, 'Error', JSON.stringify(body));
        assert.match(shown.message, sentence);
      }
    });

    it(`${name}: what is no answer of this provider proves nothing`, async () => {
      for (const given of [json({}), json({}, 500), json('Hello'), { body: '<p>Hello</p>' }, { body: '' }]) {
        answer = given;
        const shown = await tested(credential);
        assert.equal(shown.status, 'Error', JSON.stringify(given));
        assert.match(shown.message, /did not confirm the key|gave no price/);
      }
    });

    it(`${name}: the key follows no redirect to another host`, async () => {
      answer = { status: 302, body: '', headers: { location: `${other.url}${credential.path}?key=${KEY}` } };
      assert.equal((await tested(credential)).status, 'Error');
      assert.deepEqual(other.visits, []);
    });

    it(`${name}: nothing is sent without https, but to this machine`, async () => {
      const shown = await tested(credential, 'http://provider.example');
      assert.equal(shown.status, 'Error');
      assert.match(shown.message, /The base URL of \w+ must begin with https:\/\//);
    });

    it(`${name}: a host that does not answer is an error`, async () => {
      const shown = await tested(credential, `http://127.0.0.1:${await freePort(0)}`);
      assert.equal(shown.status, 'Error');
      assert.match(shown.message, /ECONNREFUSED|refused/);
    });
  }

  it('shows and logs no key', () => {
    assert.ok(said.length > 0);
    for (const text of said) assert.ok(!text.includes(KEY), text);
    assert.ok(!readFileSync(n8n.server().log, 'utf8').includes(KEY), 'in the log of n8n');
  });
});
