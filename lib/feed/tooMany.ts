import { ToolError } from '../errors';
import { LIMITS } from '../limits';

/** Refuses a list that no feed has as a whole: a part of it would pass for all there is. */
export function refuseTooMany(entries: number): void {
  if (entries <= LIMITS.feedEntries.read) return;
  const most = LIMITS.feedEntries.read.toLocaleString('en');
  throw new ToolError(
    'UNEXPECTED_CONTENT',
    `The feed holds more than ${most} entries, which no real feed does. It was not read. Give the address of a shorter one.`,
  );
}
