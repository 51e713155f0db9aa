import type { TaskAnswer } from '../../threads/protocol';
import type { Entry } from '../entry';
import type { Monitor } from '../monitor';
import { parserFor } from './index';
import type { ParserName } from './names';
import { pageOf, type ListAnswer, type ParsedPage } from './parser';

export interface ParseJob {
  readonly parser: ParserName;
  readonly answer: ListAnswer;
  readonly monitor: Monitor;
}

/** The task of parseSafely: the entries of a page may be many, so they are its list. */
export function run({ parser, answer, monitor }: ParseJob): TaskAnswer<Omit<ParsedPage, 'entries'>, Entry> {
  const { entries, ...head } = parserFor(parser).parse(pageOf(answer), monitor);
  return { head, list: entries };
}
