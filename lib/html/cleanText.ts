/**
 * Characters that show nothing but can carry or reorder meaning: controls, soft hyphen, zero-width, bidi marks and
 * overrides, variation selectors, tags, interlinear marks. White space that the walk handles is not among them.
 */
const UNSEEN = /(?![\t\n\f\r\u0085])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** Anything but what most texts consist of; tested first, since most texts need no replacing. */
const MAY_HOLD_UNSEEN = /[^\t\n\f\r -~\u00a0-\u00ac\u00ae-\u0233\u2010-\u2027\u20ac\u4e00-\u9fff]/;
const LONE_SURROGATE = /\p{Cs}/gu;
/** Neither unseen characters nor white space to collapse: printable ASCII with single spaces. */
const NEEDS_WORK = /[^ -~]| {2}/;
const SPACES = /[\t\n\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** Text without unseen characters and without halves of surrogate pairs; white space stays as it is. */
export function withoutUnseen(text: string): string {
  return MAY_HOLD_UNSEEN.test(text) ? text.replace(LONE_SURROGATE, '\ufffd').replace(UNSEEN, '') : text;
}

/** The same with every run of white space as one space. */
export function collapsed(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  return withoutUnseen(text).replace(SPACES, ' ');
}

const PRINTABLE = /[!-~]/;

/** Whether nothing of a text is seen. */
export function isBlank(text: string): boolean {
  return !PRINTABLE.test(text) && collapsed(text).trim() === '';
}

/** One line of text for a title or a label; null when nothing is left. */
export function oneLine(text: string | null | undefined): string | null {
  const line = collapsed(text ?? '').trim();
  return line === '' ? null : line;
}
