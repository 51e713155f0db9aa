import type { Element } from 'domhandler';
import type { LineWriter } from './lineWriter';

interface Mark {
  readonly element: Element;
  readonly open: string;
  readonly close: string;
  /** Once the opening mark stands in the text. */
  isWritten: boolean;
}

/** Links, emphasis and code that are open. A mark is written when text comes, so that an empty element leaves none. */
export class OpenMarks {
  private readonly marks: Mark[] = [];

  constructor(private readonly writer: LineWriter) {}

  get isOpen(): boolean {
    return this.marks.length > 0;
  }

  push(element: Element, open: string, close: string): void {
    this.marks.push({ element, open, close, isWritten: false });
  }

  /** Writes the opening marks that are due before text. */
  write(): void {
    for (const mark of this.marks)
      if (!mark.isWritten) {
        this.writer.raw(mark.open);
        mark.isWritten = true;
      }
  }

  /** Closes the innermost mark where it is this element's. */
  leave(element: Element): void {
    const mark = this.marks.at(-1);
    if (mark?.element !== element) return;
    this.marks.pop();
    if (mark.isWritten) this.writer.append(mark.close);
  }
}
