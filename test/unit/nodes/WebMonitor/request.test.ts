import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { CheckRequest } from '../../../../lib/webMonitor';
import { WebMonitor } from '../../../../nodes/WebMonitor/WebMonitor.node';
import { runNode, type RunOptions } from '../../../helpers/runNode';

const asked: CheckRequest[] = [];
jest.mock('../../../../lib/webMonitor', () => ({
  webMonitor: {
    check: (request: CheckRequest) => {
      asked.push(request);
      return Promise.resolve([]);
    },
  },
}));

/** The request that a filled-in form leads to, or the error. */
async function requestOf(parameters: INodeParameters, options: RunOptions = {}): Promise<CheckRequest> {
  asked.length = 0;
  const run = await runNode(new WebMonitor(), parameters, options);
  const error = run.error('Node');
  if (error !== undefined) throw new Error(error.message);
  const [request] = asked;
  if (request === undefined) throw new Error('nothing was asked');
  return request;
}
const one = (row: INodeParameters): INodeParameters => ({ monitors: { monitor: [row] } });

describe('the request of a check', () => {
  it('is whole with nothing filled in: Capitol Trades, in the database of this n8n, for this workflow', async () => {
    const request = await requestOf({}, { workflowId: 'w1', executionId: '7' });
    expect(request).toMatchObject({
      scope: 'w1',
      database: { kind: 'sqlite', path: null, n8nFolder: expect.stringMatching(/\.n8n$/) },
      monitorId: null,
      preview: false,
      skipInterval: false,
      delivery: 'onRead',
      executionId: expect.stringMatching(/^.+:7$/),
      limit: null,
      fetch: { allowPrivateNetwork: false },
    });
    expect(request.monitors).toMatchObject([
      {
        id: 'capitol_trades',
        parser: 'capitol_trades',
        firstCheck: { kind: 'all' },
        maxPages: 5,
        alertOnNew: true,
      },
    ]);
  });

  it('fills a preset in where its row says nothing', async () => {
    const [monitor] = (await requestOf(one({ parser: 'sec_form4' }))).monitors;
    expect(monitor).toMatchObject({
      id: 'sec_filings',
      url: expect.stringContaining('www.sec.gov'),
      maxPages: 20,
    });
  });

  it("takes the user's form as pasted, whole or without its frame", async () => {
    const blocks = {
      capitol_trades: {
        url: 'https://www.capitoltrades.com/trades',
        checkIntervalMinutes: 60,
        idPattern: '/trades/(\\d+)',
        idField: 'tradeId',
        parser: 'capitol_trades',
        alertOnNew: true,
        storeHistory: true,
      },
    };
    for (const value of [blocks, { monitors: blocks }]) {
      const pasted = { monitorsFrom: 'json', monitorsJson: JSON.stringify(value) };
      expect((await requestOf(pasted)).monitors).toMatchObject([
        { id: 'capitol_trades', checkIntervalMinutes: 60, idField: 'tradeId' },
      ]);
    }
  });

  it('carries the options, in their units', async () => {
    const request = await requestOf({
      monitorId: 'capitol_trades',
      firstCheck: 'newest',
      firstCheckCount: 3,
      delivery: 'acknowledge',
      contactEmail: 'me@example.com',
      options: {
        ignoreCheckInterval: true,
        maxEntries: 20,
        maxPages: 2,
        maxResponseKb: 100,
        redeliverAfterSeconds: 30,
        timeoutSeconds: 5,
        userAgent: 'me',
      },
    });
    expect(request).toMatchObject({
      monitorId: 'capitol_trades',
      delivery: 'acknowledge',
      skipInterval: true,
      limit: 20,
      leaseSeconds: 30,
      monitors: [{ maxPages: 2, firstCheck: { kind: 'newest', count: 3 } }],
      fetch: { contactEmail: 'me@example.com', userAgent: 'me', timeoutSeconds: 5, maxResponseKb: 100 },
    });
  });

  it.each([
    ['manual', {}, true],
    ['evaluation', {}, true],
    ['manual', { saveStateInManualRuns: true }, false],
    ['trigger', {}, false],
    ['webhook', {}, false],
    ['retry', {}, false],
    ['integrated', {}, false],
    ['chat', {}, false],
  ] as const)('of a %s run with %j is a preview: %s', async (mode, options, preview) => {
    expect((await requestOf({ options }, { mode })).preview).toBe(preview);
  });

  it("uses n8n's own PostgreSQL credential", async () => {
    const postgres: IDataObject = {
      host: 'db.example',
      port: 5433,
      database: 'n8n',
      user: 'u',
      password: 'p',
      ssl: 'require',
      allowUnauthorizedCerts: true,
      sshTunnel: false,
      maxConnections: 100,
    };
    const { database } = await requestOf(
      { database: 'postgres', schema: 'tools' },
      { credentials: { postgres } },
    );
    expect(database).toEqual({ kind: 'postgres', schema: 'tools', ...postgres });
  });

  it.each([
    ['a row without a name', one({ parser: 'generic', url: 'https://a.example/' }), /monitors\[0\]\.id/],
    ['a row without an address', one({ parser: 'feed', id: 'a' }), /monitors\.a\.url/],
    ['no row at all', { monitors: { monitor: [] } }, /at least one monitor/],
    ['a size beyond the bound', { options: { maxResponseKb: 99_999 } }, /options\.maxResponseKb: .*5120/],
    ['half a page', { options: { maxPages: 1.5 } }, /options\.maxPages: must be a whole number/],
    [
      'a scope without a name',
      { stateOf: 'scope', scope: { __rl: true, mode: 'name', value: ' ' } },
      /^Scope: /,
    ],
  ])('is refused for %s', async (_what, parameters, message) => {
    await expect(requestOf(parameters)).rejects.toThrow(message);
  });
});
