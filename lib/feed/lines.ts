import { raisedDigits, type Place } from '../text';

/** Text that is collected line by line: its white space collapses, and at most one blank line stands in a row. */
export class Lines {
  private readonly done: string[] = [];
  private line = '';
  private place: Place | null = null;
  /** The last character of the line: looking for it in a line that grows would copy all of it each time. */
  private ending = '';

  add(text: string): void {
    this.line += this.place === null ? text : raisedDigits(text, this.place);
    this.ending = text.at(-1) ?? this.ending;
  }

  /** Right behind a digit the digits that follow are written as they stand: 10<sup>6</sup> is no 106. */
  beginPlace(place: Place): void {
    if (/\d/.test(this.ending)) this.place = place;
  }

  endPlace(): void {
    this.place = null;
  }

  end(): void {
    this.place = null; // what nobody closed ends with its line
    this.ending = '';
    addLine(this.done, shownLine(this.line));
    this.line = '';
  }

  /** Null where nothing is shown. */
  text(): string | null {
    this.end();
    return joined(this.done);
  }
}

/** Lines as the source broke them, their spaces collapsed, without characters that show nothing; null where nothing is left. */
export function linesOf(text: string): string | null {
  const shown = withoutUnseen(text);
  if (!shown.includes('\n')) return tidy(shown) || null;
  const lines: string[] = [];
  for (const line of shown.split('\n')) addLine(lines, tidy(line));
  return joined(lines);
}

/** Every run of white space as one space; most pieces are that already, and a test costs less than a replace. */
export function flat(text: string): string {
  return NOT_FLAT.test(text) ? text.replace(WHITE_SPACE, ' ') : text;
}

const WHITE_SPACE = /\s+/g;
const NOT_FLAT = /[^\S ]| {2}/;

function addLine(lines: string[], line: string): void {
  if (line !== '' || (lines.length > 0 && lines.at(-1) !== '')) lines.push(line);
}

function joined(lines: string[]): string | null {
  if (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? null : lines.join('\n');
}

function shownLine(line: string): string {
  const trimmed = line.trim();
  return trimmed === '' || !(NOT_PLAIN.test(trimmed) || trimmed.includes('  '))
    ? trimmed
    : tidy(withoutUnseen(flat(trimmed)));
}

/** Other white space than spaces, and what may show nothing: neither is in most lines. */
const NOT_PLAIN = /[^ -~\u00a1-\u00ac\u00ae-\u0233\u2010-\u2027\u20ac\u4e00-\u9fff]/;

function tidy(line: string): string {
  const trimmed = line.trim();
  return trimmed.includes('  ') ? trimmed.replace(/ {2,}/g, ' ') : trimmed;
}

function withoutUnseen(text: string): string {
  return MAY_HOLD_UNSEEN.test(text) ? text.toWellFormed().replace(UNSEEN, '') : text;
}

const MAY_HOLD_UNSEEN = /[^\t\n\f\r -~\u00a0-\u00ac\u00ae-\u0233\u2010-\u2027\u20ac\u4e00-\u9fff]/;
/**
 * Controls, soft hyphen, zero-width space, bidi overrides and isolates, tag characters: they show nothing and can carry
 * or reorder meaning. The joiners and the two direction marks stay: Persian, Hebrew and emoji are written with them.
 */
const UNSEEN =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- they are listed to be removed
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
