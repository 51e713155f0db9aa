/** What a request may be given; every field beyond `url` and `allowedDomains` has a default. */
export interface HttpRequest {
  readonly url: string;
  /** Hosts that may be asked, redirects included; an empty list denies everything. */
  readonly allowedDomains: readonly string[];
  /** Each of them admits itself alone: no names below it, and not `example.com` for `www.example.com`. */
  readonly exactHosts?: boolean;
  readonly allowPrivateNetwork?: boolean;
  /** Added to the defaults; sent to the first origin only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values that must never be seen: removed, raw and URL-encoded, from every URL, message and excerpt. */
  readonly secrets?: readonly string[];
  readonly userAgent?: string;
  /** Sent within the user agent to SEC hosts, which refuse requests without it. */
  readonly contactEmail?: string;
  readonly maxResponseKb?: number;
  /** `truncate` (HTML only): cut at the cap; `refuse` (default): RESPONSE_TOO_LARGE. */
  readonly overCap?: 'truncate' | 'refuse';
  readonly timeoutSeconds?: number;
  /** Further attempts; 0 where every request counts against a quota. Default and most: `LIMITS.retries`. */
  readonly retries?: number;
  /** The server's own validators from an earlier answer. */
  readonly validators?: Validators;
  /** `success` (default): non-2xx is a ToolError. `any`: a provider's error bodies are read by its own reader. */
  readonly status?: 'success' | 'any';
  /** Decides by Content-Type before the body is read; a sentence refuses (UNEXPECTED_CONTENT). */
  readonly refuseType?: (contentType: string | null) => string | null;
  readonly signal?: AbortSignal;
  readonly egressFilter?: EgressFilter;
}

export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface HttpResponse {
  /** The URL that answered, after redirects, without secrets. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded content (gzip, br, zstd, deflate undone), not yet text. Empty when not modified. */
  readonly body: Buffer;
  readonly truncated: boolean;
  /** 304 to a conditional request. */
  readonly notModified: boolean;
  /** Milliseconds since 1970 at which the request that was answered was sent. */
  readonly fetchedAtMs: number;
}

/** n8n's own egress protection, where the host offers it (n8n >= 2.30). */
export interface EgressFilter {
  validateUrl(url: URL): Promise<{ ok: boolean; error?: unknown }>;
  createSecureLookup?(): unknown;
  validateConnectionHost?(host: string): unknown;
  validateRedirectSync?(url: string): unknown;
}

export interface HttpClient {
  get(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}
