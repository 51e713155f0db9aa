import type { Cell } from './rowCells';

/** A stretch of a page; `end` is not included. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/** One innermost table row, or one element that was asked for. */
export interface ListRow extends Region {
  readonly text: string;
  readonly cells: readonly Cell[];
  /** Number of its table on the page; null for other elements. */
  readonly table: number | null;
}

export interface ListLink extends Region {
  readonly href: string;
  readonly text: string;
}

export interface ListPage {
  /** Rows of tables in page order; a row that only holds another table is none. */
  readonly rows: readonly ListRow[];
  /** The elements that were asked for, in their order. */
  readonly elements: readonly ListRow[];
  readonly links: readonly ListLink[];
  readonly base: string | null;
  readonly next: string | null;
  /** `html` or `body` was closed, or there was none: the page did not end in the middle. */
  readonly whole: boolean;
}
