import { isRealDate, type SourceTime } from '../instant';

/** The date that a text is or begins with; null where it begins with none, or with one that no calendar has. */
export function dayOf(text: string | null): SourceTime | null {
  const [date, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text ?? '') ?? [];
  return date !== undefined && Number(year) > 0 && isRealDate(Number(year), Number(month), Number(day))
    ? date
    : null;
}
