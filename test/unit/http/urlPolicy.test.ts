import fc from 'fast-check';
import { checkUrl, isAllowed, readAllowedDomains } from '../../../lib/http/urlPolicy';

const label = fc
  .stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
  .filter((text) => !text.startsWith('xn--') && /[a-z]/.test(text));

describe('isAllowed', () => {
  it.each([
    ['https://example.com/', 'example.com', true],
    ['https://a.b.example.com/', 'example.com', true],
    ['https://evilexample.com/', 'example.com', false],
    ['https://example.com.evil.org/', 'example.com', false],
    ['https://example.com:8443/', 'example.com', false],
    ['https://example.com:8443/', 'example.com:8443', true],
    ['https://example.com/', 'example.com:443', true],
    ['http://example.com/', 'example.com:443', false],
    ['https://example.com/', 'www.example.com', true],
    ['https://x.www.example.com/', 'www.example.com', true],
    ['https://blog.example.com/', 'www.example.com', false],
    ['https://example.com/', '*.example.com', false],
    ['https://a.example.com/', '*.example.com', true],
    ['https://example.com/', '.example.com', true],
    ['https://a.example.com/', 'https://example.com/', true],
    ['https://a.example.com/', 'https://example.com/news', false],
    ['http://localhost/', 'localhost', true],
    ['http://a.localhost/', 'localhost', false],
    ['http://example.com/', 'com', false],
    ['http://example.com/', '*.com', false],
    ['http://[::1]/', '[::1]', true],
    ['http://[::1]/', '::1', true],
    ['http://[::1]:8080/', '[::1]:8080', true],
    ['http://1.127.0.0.1.example/', '127.0.0.1', false],
    ['https://user@example.com/', 'example.com', false],
    ['ftp://example.com/', 'example.com', false],
    ['https://a..example.com/', 'example.com', false],
    ['https://xn--bcher-kva.example/', 'bücher.example', true],
  ])('%s under %s: %s', (url, entry, expected) => {
    expect(isAllowed(url, [entry])).toBe(expected);
  });

  it.each([
    ['https://example.com/list', 'example.com', true],
    ['http://example.com/list', 'example.com', true],
    ['https://EXAMPLE.com./list', 'example.com', true],
    ['https://www.example.com/list', 'example.com', false],
    ['https://example.com/list', 'www.example.com', false],
    ['https://www.example.com/list', 'www.example.com', true],
    ['https://a.www.example.com/list', 'www.example.com', false],
    ['https://example.com:8443/list', 'example.com', false],
    ['https://example.com:8443/list', 'example.com:8443', true],
    ['https://example.com/list', 'example.com:8443', false],
    ['http://[::1]:8080/list', '[::1]:8080', true],
    ['http://127.0.0.1:8081/list', '127.0.0.1:8080', false],
  ])('%s where only the host %s is asked: %s', (url, host, expected) => {
    const hosts = readAllowedDomains([host], true);
    const check = () => checkUrl(url, hosts).href;
    if (expected) expect(check()).toBe(new URL(url).href);
    else expect(check).toThrow(/is not asked: only/);
  });

  it('names the address to enter where only one host is asked', () => {
    expect(() =>
      checkUrl('https://www.example.com/list?token=s3cret-value', readAllowedDomains(['example.com'], true), [
        's3cret-value',
      ]),
    ).toThrow(
      'www.example.com is not asked: only example.com is, the host of the given URL. ' +
        'If what you want lies there, enter https://www.example.com/list as the URL instead.',
    );
  });

  it('takes no marks where only hosts are meant', () => {
    for (const entry of ['*.example.com', '.example.com', 'https://example.com/', 'a/b'])
      expect(() => readAllowedDomains([entry], true)).toThrow('is not a domain');
  });

  it('denies everything under a list that is empty, blank or only invalid', () => {
    for (const list of [[], [''], [' ', '.'], ['*'], ['*.*'], ['ex*mple.com']])
      expect(isAllowed('https://example.com/', list)).toBe(false);
  });

  it('admits every name below an entry and none that merely ends alike', () => {
    fc.assert(
      fc.property(label, label, (name, below) => {
        const host = `${name}.example`;
        expect(isAllowed(`https://${below}.${host}/`, [host])).toBe(true);
        expect(isAllowed(`https://${below}${host}/`, [host])).toBe(false);
        expect(isAllowed(`https://${host}.${below}.test/`, [host])).toBe(false);
      }),
    );
  });

  it('never throws, whatever the URL and the entries are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (url, list) => {
        expect(typeof isAllowed(url, list)).toBe('boolean');
      }),
    );
  });
});

describe('readAllowedDomains', () => {
  it('skips blank entries and names the one it does not understand', () => {
    expect(readAllowedDomains([' ', 'Example.COM '])).toEqual([
      { host: 'example.com', port: null, admits: 'subdomains' },
    ]);
    expect(() => readAllowedDomains(['example.com', 'example.com/path'])).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        message: expect.stringContaining('"example.com/path"'),
      }),
    );
  });
});

describe('checkUrl', () => {
  const domains = readAllowedDomains(['example.com']);

  it('answers the URL object that is then requested', () => {
    const url = new URL('https://example.com/a?b#c');
    expect(checkUrl(url, domains)).toBe(url);
  });

  it('says which host is missing in which list, and where to add it', () => {
    expect(() => checkUrl('https://other.test/?apikey=abc', domains)).toThrow(
      expect.objectContaining({
        code: 'URL_NOT_ALLOWED',
        message: 'other.test is not among the allowed domains (example.com). Add it under Allowed Domains.',
        url: 'https://other.test/',
      }),
    );
  });

  it.each([
    ['https://example.com:8443/', 'example.com', 'example.com:8443'],
    ['https://www.example.com/', 'example.com:8443', 'www.example.com:443'],
  ])('says of %s under %s that the port is what is missing', (url, entry, toAdd) => {
    expect(() => checkUrl(url, readAllowedDomains([entry]))).toThrow(
      expect.objectContaining({
        code: 'URL_NOT_ALLOWED',
        message: expect.stringMatching(new RegExp(`^The port of .*Add ${toAdd} under Allowed Domains`)),
      }),
    );
  });

  it('says that an empty list allows nothing', () => {
    expect(() => checkUrl('https://example.com/', [])).toThrow(/No domain is allowed/);
  });

  it('calls what is no URL an invalid request, without the key in it', () => {
    expect(() => checkUrl('example.com/?token=secret-value', domains)).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        message: expect.not.stringContaining('secret-value'),
      }),
    );
  });
});
