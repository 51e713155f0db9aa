/** Every limit of the package, in one place. Sizes in KB are 1024 bytes of decoded content. */
export const LIMITS = {
  /** Decoded size of one response. */
  responseKb: { webFetch: 512, webMonitor: 4096, max: 5120 },
  /** A request with all its hops, DNS and decoding. */
  timeoutSeconds: { default: 15, max: 300 },
  redirects: 5,
  retries: 2,
  /** Layers of Content-Encoding. */
  encodingLayers: 2,
  requestsPerHost: 2,
  /** Depth of any tree that is built from what a server sent. */
  treeDepth: 256,
  /** How far ahead of our clock a source's clock may be before its time is not believed. */
  clockSkewMs: 60_000,
  /** Bytes at the start of a document that may declare its charset. */
  charsetWindowBytes: 64 * 1024,
  retryAfterMaxMs: 24 * 3_600_000,
  errorExcerptChars: 200,
  feedEntries: { default: 20, max: 500 },
  historyPoints: { default: 30, max: 500 },
  idPattern: { chars: 500, matches: 10_000 },
  /** All requests of one check. */
  checkDeadlineMs: 120_000,
  maxPages: { default: 5, sec: 20 },
} as const;
