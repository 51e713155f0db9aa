// Feeds as the corpus checks ask for them.
import { createRequire } from 'node:module';

const { readFeed } = createRequire(import.meta.url)('../../../dist/lib/feed/readFeed.js');

export function parseFeed(bytes, { url, contentType } = {}) {
  return readFeed(Buffer.from(bytes), { url: url ?? null, contentType: contentType ?? null });
}
