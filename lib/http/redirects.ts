import { ToolError, withUrl } from '../errors';
import { LIMITS } from '../limits';
import type { HttpResponse } from './client';
import type { Deadline } from './deadline';
import type { Egress } from './egress';
import { checkContact } from './headers';
import { showUrl } from '../redact';
import type { CheckedRequest } from './request';
import { checkUrl, hostOf } from './urlPolicy';

/** One stop on the way: where, and whether the caller's own headers may be sent there. */
export interface Hop {
  readonly url: URL;
  readonly atFirstOrigin: boolean;
}

export type Answer = Omit<HttpResponse, 'url'>;

/** One request with its retries: an answer, or the place it points to. */
export type Exchange = (
  hop: Hop,
  request: CheckedRequest,
  egress: Egress,
  deadline: Deadline,
) => Promise<Answer | { readonly location: string }>;

/**
 * Follows at most five redirects. Every hop is checked before it is sent; once the way has left the first origin, the
 * caller's headers stay behind for good. Throws TOO_MANY_REDIRECTS, URL_NOT_ALLOWED, ADDRESS_NOT_ALLOWED.
 */
export async function followRedirects(
  request: CheckedRequest,
  egress: Egress,
  deadline: Deadline,
  exchange: Exchange,
): Promise<{ url: URL; answer: Answer }> {
  let hop: Hop = { url: request.url, atFirstOrigin: true };
  for (let followed = 0; ; followed++) {
    checkContact(hostOf(hop.url), request.identity);
    const answer = await askHop(hop, request, egress, deadline, exchange);
    if (!('location' in answer)) return { url: hop.url, answer };
    if (followed === LIMITS.redirects)
      throw new ToolError(
        'TOO_MANY_REDIRECTS',
        `${hostOf(request.url)} redirects more than ${LIMITS.redirects} times. Give the final address instead.`,
        {
          url: showUrl(request.url, request.secrets),
        },
      );
    const url = nextUrl(hop.url, answer.location, request);
    hop = { url, atFirstOrigin: hop.atFirstOrigin && url.origin === request.url.origin };
  }
}

async function askHop(
  hop: Hop,
  request: CheckedRequest,
  egress: Egress,
  deadline: Deadline,
  exchange: Exchange,
): ReturnType<Exchange> {
  try {
    await egress.check(hop.url, deadline.signal);
    return await exchange(hop, request, egress, deadline);
  } catch (failure) {
    // time, turns and addresses know a host only
    throw withUrl(failure, showUrl(hop.url, request.secrets));
  }
}

function nextUrl(from: URL, location: string, { domains, secrets }: CheckedRequest): URL {
  const host = hostOf(from);
  const url = URL.parse(location, from.href);
  if (url === null)
    throw new ToolError('UNEXPECTED_CONTENT', `${host} redirects to an address that is none.`, {
      url: showUrl(from, secrets),
    });
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw new ToolError(
      'URL_NOT_ALLOWED',
      `The redirect from ${host} leads from https to http (${url.host}), which is not allowed.`,
      {
        url: showUrl(url, secrets),
      },
    );
  try {
    return checkUrl(url, domains, secrets);
  } catch (refusal) {
    if (!(refusal instanceof ToolError)) throw refusal;
    throw new ToolError(refusal.code, `Redirect from ${host}: ${refusal.message}`, { url: refusal.url });
  }
}
