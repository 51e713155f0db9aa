// The built product as the corpus checks call it; each adapter maps our names to the contract of one part.
export * from './adapters/html.mjs';
export * from './adapters/monitor.mjs';
export * from './adapters/http.mjs';
export * from './adapters/finance.mjs';
export * from './adapters/feeds.mjs';
export * from './adapters/webFetch.mjs';
