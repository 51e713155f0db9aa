import fc from 'fast-check';
import { removeSecrets, secretsIn, secretsRemover, showText, showUrl } from '../../lib/redact';

describe('showUrl', () => {
  it('drops key-like parameters, user info and the fragment, and keeps the spelling of the rest', () => {
    expect(showUrl('https://user:pass@example.com/a%2Fb?symbol=A+B&apikey=1234&x=%20&Token=abc&#frag')).toBe(
      'https://example.com/a%2Fb?symbol=A+B&x=%20&',
    );
  });

  it('sees through an encoded parameter name', () => {
    expect(showUrl('https://example.com/?api%5Fkey=1234&q=1')).toBe('https://example.com/?q=1');
  });

  it('keeps parameters that only look alike', () => {
    expect(showUrl('https://example.com/?keyword=a&tokenize=b&monkey=c')).toBe(
      'https://example.com/?keyword=a&tokenize=b&monkey=c',
    );
  });

  it.each([
    'feed_token',
    'rss-token',
    'private_token',
    'apiToken',
    'api.token',
    'oauth_signature',
    'secret_key',
    'authKey',
    'webhookSecret',
    'token[]',
    'PHPSESSID',
  ])('drops %s, whose last word says what it is', (name) => {
    expect(showUrl(`https://example.com/?a=1&${name}=s3cret&b=2`)).toBe('https://example.com/?a=1&b=2');
  });

  it('keeps the tokens by which pages are turned', () => {
    const turned = 'https://example.com/?pageToken=a&next_page_token=b&continuation_token=c';
    expect(showUrl(turned)).toBe(turned);
  });

  it('hides a key within a path, behind a semicolon, and in an address that is a value', () => {
    expect(showUrl('https://example.com/a;jsessionid=s3cret/b?x=1;token=s3cret')).toBe(
      'https://example.com/a;jsessionid=***/b?x=1;token=***',
    );
    expect(showUrl('https://example.com/?url=https%3A%2F%2Fa.test%2F%3Ftoken%3Ds3cret%26page%3D2')).toBe(
      'https://example.com/?url=https%3A%2F%2Fa.test%2F%3Ftoken%3D***%26page%3D2',
    );
  });

  it('drops the user info of what is no URL', () => {
    expect(showUrl('https://me:s3cret@exa mple/')).toBe('https://exa mple/');
  });

  it('hides a secret in path and query, raw and encoded', () => {
    expect(showUrl('https://example.com/k/s3cr%2ft!/x?q=s3cr%2Ft!', ['s3cr/t!'])).toBe(
      'https://example.com/k/***/x?q=***',
    );
  });
});

describe('secretsIn', () => {
  it('are the values of key-like parameters, as written and as meant', () => {
    expect(secretsIn('https://lists.example/all?token=ab%2Fcd&page=2&api_key=h+ush&q=hello')).toEqual([
      'ab%2Fcd',
      'ab/cd',
      'h+ush',
      'h ush',
    ]);
  });

  it('are also those within a path, and within an address that is a value', () => {
    expect(
      secretsIn('https://a.test/x;jsessionid=s3cret1?url=https%3A%2F%2Fb.test%2F%3Ftoken%3Ds3cret2'),
    ).toEqual(['s3cret1', 's3cret2']);
  });

  it('are not what the host or the path says as well, nor words too short to find', () => {
    expect(secretsIn('https://news.example/list?key=news&token=LIST&auth=yes')).toEqual([]);
    expect(secretsIn('no address')).toEqual([]);
  });
});

describe('removeSecrets', () => {
  it('never leaves a secret of four or more characters, in any spelling', () => {
    const secret = fc
      .string({ minLength: 4, maxLength: 30, unit: 'grapheme' })
      .filter((text) => !text.includes('*'));
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const spellings = [
          value,
          encodeURIComponent(value),
          new URLSearchParams({ s: value }).toString().slice(2),
          JSON.stringify(value).slice(1, -1),
        ];
        for (const spelling of spellings)
          expect(removeSecrets(`${before}${spelling}${after}`, [value])).not.toContain(spelling);
      }),
    );
  });

  it('takes the longer of two secrets first', () => {
    expect(removeSecrets('key=abcdef', ['abcd', 'abcdef'])).toBe('key=***');
  });

  it('leaves words alone that only hold a very short secret', () => {
    expect(removeSecrets('the cat', ['at'])).toBe('the cat');
  });
});

describe('showText', () => {
  it.each([
    ['apikey=ABC123 is wrong', 'apikey=*** is wrong'],
    ['{"api_key":"ABC123"}', '{"api_key":"***"}'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer ***'],
    ['Your access_token = abcdef', 'Your access_token = ***'],
  ])('hides what is named as a key: %s', (text, shown) => {
    expect(showText(text)).toBe(shown);
  });
});

it('removes the signatures and keys of common services from an address', () => {
  const secret =
    'https://x.test/p?X-Amz-Signature=s1&X-Amz-Security-Token=s2&x-api-key=s3&appid=s4&jwt=s5&session_id=s6&page=2';
  const shown = showUrl(secret);
  expect(shown).not.toMatch(/s[1-6]/);
  expect(shown).toContain('page=2');
});

describe('secretsRemover', () => {
  it('finds the spellings of a key once, however many texts follow', () => {
    const encode = jest.spyOn(JSON, 'stringify');
    const clean = secretsRemover(['s3cr/t!']);
    const once = encode.mock.calls.length;
    expect(['a s3cr/t! b', 's3cr%2Ft!', 'none'].map(clean)).toEqual(['a *** b', '***', 'none']);
    expect(encode.mock.calls).toHaveLength(once);
    encode.mockRestore();
  });
});
