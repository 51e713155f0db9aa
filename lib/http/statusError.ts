import { ToolError, type ErrorCode } from '../errors';
import { LIMITS } from '../limits';
import { decodeText } from '../charset';
import { markupToText, shorten } from '../excerpt';
import { removeSecrets, showText } from '../redact';
import { recogniseWall } from '../wall';

/** An answer with a status that is no success. */
export interface RefusedAnswer {
  readonly host: string;
  /** Without secrets. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body; empty where it could not be read. */
  readonly body: Buffer;
  readonly retryAfterMs: number | null;
}

/** What a status means for who asked: [code, advice]. Others are HTTP_STATUS. */
const MEANINGS: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  401: ['HTTP_STATUS', 'The page needs a login, which is not supported.'],
  403: [
    'HTTP_STATUS',
    'The site refuses this request; it may not like automated readers, or the address needs a login.',
  ],
  404: ['NOT_FOUND', 'Check the address.'],
  407: ['HTTP_STATUS', 'The proxy wants a login: put user and password into HTTP_PROXY or HTTPS_PROXY.'],
  410: ['NOT_FOUND', 'The page is gone for good.'],
  429: ['RATE_LIMITED', 'The site wants fewer requests; ask less often.'],
  503: ['RATE_LIMITED', 'The site is overloaded or wants fewer requests; try again later.'],
};

/** The error for an answer that is no success: status, host, and at most 200 characters of what the page said. */
export function statusError(
  { host, url, status, headers, body, retryAfterMs }: RefusedAnswer,
  secrets: readonly string[],
): ToolError {
  const text = isText(headers['content-type']) ? decodeText(body, headers['content-type'] ?? null).text : '';
  const wall = status === 429 ? null : recogniseWall(text, headers);
  const [code, advice] = MEANINGS[status] ?? [
    'HTTP_STATUS',
    status >= 500 ? 'The site has a problem; try again later.' : '',
  ];
  const wait = retryAfterMs === null ? '' : ` It can be asked again in ${Math.ceil(retryAfterMs / 1000)} s.`;
  const excerpt = shorten(showText(wordsOf(removeSecrets(text, secrets)), secrets), LIMITS.errorExcerptChars);
  const said = excerpt === '' ? '' : ` It said: "${excerpt}"`;
  const start = `${host} answered with status ${status}`;
  if (wall !== null)
    return new ToolError('BLOCKED', `${start} and ${wall}: it does not let automated readers in.`, {
      url,
      status,
    });
  return new ToolError(code, `${start}.${advice === '' ? '' : ` ${advice}`}${wait}${said}`, {
    url,
    status,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  });
}

/** What an error page says of itself is its title; its body is an apology, or somebody else's text. */
function wordsOf(text: string): string {
  const title = /<title\b[^>]*>([^<]{1,500})/i.exec(text)?.[1] ?? '';
  return title.trim() === '' ? markupToText(text) : markupToText(title);
}

function isText(contentType: string | undefined): boolean {
  return contentType === undefined || /text|html|xml|json|^;|^$/i.test(contentType);
}
