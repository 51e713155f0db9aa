import { ToolError } from '../../../lib/errors';
import { isRetriable, toFailure } from '../../../lib/http/failures';

const failing = (code: string, message = 'raw text with s3cret') =>
  Object.assign(new Error(message), { code });

describe('a failed transfer', () => {
  it.each([
    ['ENOTFOUND', 'its name is not known', false],
    ['ECONNREFUSED', 'it refuses the connection', true],
    ['UND_ERR_SOCKET', 'closed the connection', true],
    ['HPE_INVALID_CONSTANT', 'not valid HTTP', false],
    ['Z_DATA_ERROR', 'damaged', false],
    ['ZSTD_error_prefix_unknown', 'damaged', false],
    ['ERR__ERROR_FORMAT_PADDING_1', 'damaged', false],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_WRONG_VERSION_NUMBER', false],
  ])('%s says what happened, in our words only', (code, words, retriable) => {
    const error = toFailure(failing(code), 'example.com', 'https://example.com/');
    expect(error).toMatchObject({ code: 'NETWORK', url: 'https://example.com/' });
    expect(error.message).toContain(`example.com could not be read: `);
    expect(error.message).toContain(words);
    expect(isRetriable(error)).toBe(retriable);
  });

  it('keeps nothing of the thrown error: its text may hold what must not be shown', () => {
    for (const thrown of [
      failing('WHAT s3cret'),
      new Error('s3cret'),
      's3cret',
      null,
      failing('ECONNRESET'),
    ]) {
      const error = toFailure(thrown, 'example.com', 'https://example.com/');
      expect(`${error.message} ${String(error.stack)}`).not.toContain('s3cret');
      expect(error.cause).toBeUndefined();
    }
  });

  it('of several addresses is told by the first that says something', () => {
    const both = new AggregateError([new Error('x'), failing('ECONNREFUSED')]);
    expect(toFailure(both, 'h', 'u').message).toContain('it refuses the connection');
  });

  it('that is ours already stays as it is', () => {
    const ours = new ToolError('ADDRESS_NOT_ALLOWED', 'no');
    expect(toFailure(ours, 'h', 'u')).toBe(ours);
  });
});
