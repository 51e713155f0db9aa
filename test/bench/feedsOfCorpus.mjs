// The feeds of ../shared/corpus, where it lies beside this checkout: the largest ones, and all of them.
import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../../shared/corpus/feeds/files/', import.meta.url);
const LARGEST = 5;

/** Only what a peer reads too: `entriesOf` counts what it finds, and throws for what it refuses. */
export function corpusFeeds(entriesOf) {
  const folder = fileURLToPath(FOLDER);
  if (!existsSync(folder)) return { largest: [], all: [] };
  const feeds = readdirSync(folder, { recursive: true })
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => statSync(path).isFile())
    .map(({ name, path }) => ({ name, bytes: readFileSync(path) }))
    .filter(({ bytes }) => isUtf8(bytes))
    .flatMap(({ name, bytes }) => {
      try {
        return [{ name, bytes, entries: entriesOf(bytes) }];
      } catch {
        return [];
      }
    })
    .sort((a, b) => b.bytes.length - a.bytes.length);
  const largest = feeds
    .slice(0, LARGEST)
    .map(({ name, bytes, entries }) => ({ name, documents: [bytes], entries }));
  return { largest, all: feeds.map(({ bytes }) => bytes) };
}
