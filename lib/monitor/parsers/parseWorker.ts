import type { TaskAnswer } from '../../threads/protocol';
import { textOfBytes } from '../../threads/textBytes';
import type { Entry } from '../entry';
import type { Monitor } from '../monitor';
import { parserFor } from './index';
import type { ParserName } from './names';
import type { Page, ParsedPage } from './parser';

export interface ParseJob {
  readonly parser: ParserName;
  readonly page: Omit<Page, 'text'> & { readonly text: Uint8Array };
  readonly monitor: Monitor;
}

/** The task of parseSafely: the entries of a page may be many, so they are its list. */
export function run({ parser, page, monitor }: ParseJob): TaskAnswer<Omit<ParsedPage, 'entries'>, Entry> {
  const { entries, ...head } = parserFor(parser).parse({ ...page, text: textOfBytes(page.text) }, monitor);
  return { head, list: entries };
}
