import { statusError, type RefusedAnswer } from '../../../lib/http/statusError';

const answer = (given: Partial<RefusedAnswer>): RefusedAnswer => ({
  host: 'example.com',
  url: 'https://example.com/',
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: Buffer.alloc(0),
  retryAfterMs: null,
  ...given,
});

describe('statusError', () => {
  it('says status, host and what to do', () => {
    expect(statusError(answer({}), []).message).toBe(
      'example.com answered with status 404. Check the address.',
    );
  });

  it('says when to come back, where the server said so', () => {
    const error = statusError(answer({ status: 429, retryAfterMs: 6500 }), []);
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 6500 });
    expect(error.message).toContain('in 7 s');
    expect(statusError(answer({ status: 429 }), []).retryAfterMs).toBeUndefined();
  });

  it('recognises a wall behind a refusal', () => {
    const body = Buffer.from('<title>Access Denied</title><h1>Access Denied</h1>');
    expect(statusError(answer({ status: 403, body }), []).code).toBe('BLOCKED');
    expect(statusError(answer({ status: 403, body: Buffer.from('<p>no</p>') }), []).code).toBe('HTTP_STATUS');
    expect(statusError(answer({ status: 429, body }), []).code).toBe('RATE_LIMITED');
  });

  it('reads the excerpt in its own charset', () => {
    const body = Buffer.from('<p>K\xf6ln</p>', 'latin1');
    expect(statusError(answer({ status: 500, body }), []).message).toContain('"Köln"');
  });

  it('quotes no bytes that are no text', () => {
    const binary = answer({
      status: 500,
      headers: { 'content-type': 'image/png' },
      body: Buffer.from('\x89PNG'),
    });
    expect(statusError(binary, []).message).not.toContain('PNG');
  });

  it('quotes no control, zero-width or bidi characters', () => {
    const body = Buffer.from('<p>a\u0000\u200b\u202eb\u0007</p>');
    expect(statusError(answer({ status: 500, body }), []).message).toContain('"a b"');
  });
});
