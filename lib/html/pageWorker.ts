import type { TaskAnswer } from '../threads/protocol';
import { textOfBytes } from '../threads/textBytes';
import type { PageLink } from './links';
import { readPage, type PageOptions, type PageReading } from './readPage';

export interface PageJob {
  readonly html: Uint8Array;
  readonly options: PageOptions;
}

/** The task of readPageSafely: the links of a page may be many, so they are its list (null where they were not asked for). */
export function run({ html, options }: PageJob): TaskAnswer<PageReading, PageLink> {
  const reading = readPage(textOfBytes(html), options);
  return { head: reading.links === null ? reading : { ...reading, links: [] }, list: reading.links ?? [] };
}
