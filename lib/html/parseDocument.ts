import { DomHandler, type Document } from 'domhandler';
import { Parser } from 'htmlparser2';
import { LIMITS } from '../limits';
import { isNeverShown } from './visibility';

/**
 * The tree of an HTML document, at most LIMITS.treeDepth elements deep.
 * What lies deeper loses its tags but not its text, so nothing that a reader would see is lost and no later step can
 * overflow the stack. Parsed by htmlparser2: parse5 freezes for minutes on small hostile pages.
 */
export function parseDocument(html: string): Document {
  const handler = new ShallowHandler();
  const parser = new Parser(handler, { decodeEntities: true });
  parser.end(html);
  return handler.root;
}

class ShallowHandler extends DomHandler {
  private depth = 0;
  /** Depth at which a part that is never shown began, while inside of one that is too deep for the tree. */
  private droppedFrom: number | null = null;

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    if (this.depth <= LIMITS.treeDepth) super.onopentag(name, attributes);
    else if (this.droppedFrom === null && isNeverShown(name, attributes)) this.droppedFrom = this.depth;
  }

  override onclosetag(): void {
    if (this.depth <= LIMITS.treeDepth) super.onclosetag();
    else if (this.droppedFrom === this.depth) this.droppedFrom = null;
    this.depth -= 1;
  }

  override ontext(data: string): void {
    if (this.droppedFrom === null) super.ontext(data);
  }

  /** Comments and declarations are never read. */
  override oncomment(): void {
    this.lastNode = null;
  }

  override onprocessinginstruction(): void {
    this.lastNode = null;
  }
}
