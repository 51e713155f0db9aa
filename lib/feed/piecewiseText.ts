/** A text in pieces that is read once from its start to its end, and of which parts are asked for by their place in the whole. */
export class PiecewiseText {
  /** Index of the piece that is being read, and where it starts in the whole. */
  private current = 0;
  private start = 0;
  private piece = '';

  constructor(private readonly all: readonly string[]) {}

  /** One after another; what is asked for in between ends in the piece that was given last. */
  *pieces(): Generator<string> {
    for (const [index, piece] of this.all.entries()) {
      this.start += this.piece.length;
      this.current = index;
      this.piece = piece;
      yield piece;
    }
  }

  slice(from: number, to: number): string {
    return from >= this.start ? this.piece.slice(from - this.start, to - this.start) : this.across(from, to);
  }

  /**
   * Most parts lie in one piece. Of one that is longer the engine only keeps of what it consists (`+`, not a join): it
   * becomes one string when somebody reads it.
   */
  private across(from: number, to: number): string {
    let part = this.piece.slice(0, to - this.start);
    for (let index = this.current - 1, start = this.start; start > from && index >= 0; index--) {
      const piece = this.all[index] ?? '';
      start -= piece.length;
      part = piece.slice(Math.max(0, from - start)) + part;
    }
    return part;
  }
}
