/**
 * Characters that show nothing but can carry or reorder meaning: controls, soft hyphen, zero-width, bidi marks and
 * overrides, variation selectors, tags, interlinear marks. White space that the walk handles (tab, newline, form feed,
 * carriage return) is not among them.
 */
const UNSEEN =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- they are listed to be removed
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
const MAY_HOLD_UNSEEN = /[^\t\n\f\r -~\u00a0-\u00ac\u00ae-\u0233\u2010-\u2027\u20ac\u4e00-\u9fff]/;
const LONE_SURROGATE = /\p{Cs}/gu;
const SPACES = /[\t\n\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** Text without unseen characters and without halves of surrogate pairs; white space stays as it is. */
export function withoutUnseen(text: string): string {
  return MAY_HOLD_UNSEEN.test(text) ? text.replace(LONE_SURROGATE, '\ufffd').replace(UNSEEN, '') : text;
}

/** The same with every run of white space as one space. */
export function collapsed(text: string): string {
  return withoutUnseen(text).replace(SPACES, ' ');
}

/** One line of text for a title or a label; null when nothing is left. */
export function oneLine(text: string | null | undefined): string | null {
  const line = collapsed(text ?? '').trim();
  return line === '' ? null : line;
}
