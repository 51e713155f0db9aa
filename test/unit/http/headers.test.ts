import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkContact,
  DEFAULT_USER_AGENT,
  headersFor,
  PACKAGE_VERSION,
  readHeaders,
  readIdentity,
} from '../../../lib/http/headers';

describe('the identity of the client', () => {
  it('names the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(PACKAGE_VERSION).toBe(version);
    expect(DEFAULT_USER_AGENT).toBe(`Mozilla/5.0 (compatible; n8n-nodes-internet-tools/${version})`);
  });

  it('falls back to the default user agent when the field is blank', () => {
    expect(readIdentity('  ', '').userAgent).toBe(DEFAULT_USER_AGENT);
    expect(readIdentity(undefined, undefined)).toEqual({ userAgent: DEFAULT_USER_AGENT, contactEmail: null });
  });

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', 'Böt €', 'bot \u{1f916}', 'a\x7fb'])(
    'refuses the user agent %j',
    (agent) => {
      expect(() => readIdentity(agent, '')).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
    },
  );

  it.each(['me', 'me@example', 'a@b.c\r\nX: 1', 'a b@example.com', '<a@example.com>'])(
    'refuses the contact %j',
    (contact) => {
      expect(() => readIdentity('', contact)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
    },
  );
});

describe("SEC's hosts", () => {
  it('get the contact within the user agent; nobody else does', () => {
    const identity = readIdentity('Acme', 'me@example.com');
    expect(headersFor('www.sec.gov', identity, null, null)['user-agent']).toBe('Acme me@example.com');
    expect(headersFor('notsec.gov', identity, null, null)['user-agent']).toBe('Acme');
  });

  it('are not asked without a contact', () => {
    expect(() => {
      checkContact('www.sec.gov', readIdentity('', ''));
    }).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining('Contact E-Mail') }),
    );
    expect(() => {
      checkContact('www.sec.gov', readIdentity('Acme me@example.com', ''));
    }).not.toThrow();
    expect(() => {
      checkContact('example.com', readIdentity('', ''));
    }).not.toThrow();
  });
});

describe('headers', () => {
  const identity = readIdentity('', '');

  it('ask for fresh, wide and readable content', () => {
    expect(headersFor('example.com', identity, null, null)).toMatchObject({
      'cache-control': 'no-cache, no-store',
      pragma: 'no-cache',
      accept: expect.stringMatching(/html.*xml.*\*\/\*/),
      'accept-encoding': expect.stringContaining('gzip'),
    });
  });

  it("send the server's own validators back", () => {
    expect(headersFor('example.com', identity, { etag: 'W/"1"', lastModified: null }, null)).toMatchObject({
      'if-none-match': 'W/"1"',
    });
    expect(
      headersFor('example.com', identity, { etag: 'a\r\nb', lastModified: null }, null),
    ).not.toHaveProperty('if-none-match');
  });

  it('of the caller are checked by name and value, and the value is never told', () => {
    expect(readHeaders({ 'X-Api-Key': ' abc ' })).toEqual({ 'x-api-key': 'abc' });
    for (const headers of [{ Host: 'x' }, { Cookie: 'x' }, { 'a b': 'x' }, { 'X-Key': 'sec\r\nret' }])
      expect(() => readHeaders(headers)).toThrow(
        expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.not.stringContaining('sec\r') }),
      );
  });
});
