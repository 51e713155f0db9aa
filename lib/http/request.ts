import { invalid, kindOf } from '../check';
import { LIMITS } from '../limits';
import type { EgressFilter, HttpRequest, Validators } from './client';
import { readHeaders, readIdentity, type Identity } from './headers';
import { checkUrl, readAllowedDomains, type AllowedDomain } from './urlPolicy';

/** A request that was checked: everything has its value. */
export interface CheckedRequest {
  readonly url: URL;
  readonly domains: readonly AllowedDomain[];
  readonly allowPrivateNetwork: boolean;
  readonly egressFilter: EgressFilter | undefined;
  readonly ownHeaders: Readonly<Record<string, string>>;
  readonly identity: Identity;
  readonly secrets: readonly string[];
  readonly maxBytes: number;
  readonly overCap: 'truncate' | 'refuse';
  readonly timeoutMs: number;
  readonly retries: number;
  readonly validators: Validators | null;
  readonly acceptAnyStatus: boolean;
  readonly refuseType: (contentType: string | null) => string | null;
  readonly signal: AbortSignal | undefined;
}

/** Throws INVALID_CONFIG, INVALID_REQUEST or URL_NOT_ALLOWED before anything is sent. */
export function readRequest(request: HttpRequest): CheckedRequest {
  const secrets = request.secrets ?? [];
  const domains = readAllowedDomains(request.allowedDomains, request.exactHosts === true);
  const { etag = null, lastModified = null } = request.validators ?? {};
  return {
    url: checkUrl(request.url, domains, secrets),
    domains,
    allowPrivateNetwork: request.allowPrivateNetwork === true,
    egressFilter: request.egressFilter,
    ownHeaders: readHeaders(request.headers ?? {}),
    identity: readIdentity(request.userAgent, request.contactEmail),
    secrets,
    maxBytes:
      1024 *
      readAmount(
        request.maxResponseKb ?? LIMITS.responseKb.webFetch,
        'Max Response Size (KB)',
        LIMITS.responseKb.max,
      ),
    overCap: request.overCap ?? 'refuse',
    timeoutMs:
      1000 *
      readAmount(
        request.timeoutSeconds ?? LIMITS.timeoutSeconds.default,
        'Timeout (Seconds)',
        LIMITS.timeoutSeconds.max,
      ),
    retries: Math.min(request.retries ?? LIMITS.retries, LIMITS.retries),
    validators: etag === null && lastModified === null ? null : { etag, lastModified },
    acceptAnyStatus: request.status === 'any',
    refuseType: request.refuseType ?? (() => null),
    signal: request.signal,
  };
}

/** A number above 0: a limit of 0 is no limit to nobody's surprise but ours. */
function readAmount(value: unknown, path: string, max: number): number {
  if (typeof value !== 'number' || !(value > 0 && value <= max))
    throw invalid(path, `must be above 0 and at most ${max}, not ${kindOf(value)}`);
  return value;
}
