import { DomHandler, type Document } from 'domhandler';
import { Parser } from 'htmlparser2';
import { LIMITS } from '../limits';
import { ReferenceDecoder } from './references';
import { isNeverShown } from './visibility';

/**
 * The tree of an HTML document, at most LIMITS.treeDepth elements deep.
 * What lies deeper loses its tags but not its text, so nothing that a reader would see is lost and no later step can
 * overflow the stack. Parsed by htmlparser2: parse5 freezes for minutes on small hostile pages.
 */
export function parseDocument(html: string): Document {
  const handler = new ShallowHandler();
  // Without decoding the parser jumps from tag to tag; references are decoded afterwards, where there are any.
  const parser = new Parser(handler, { decodeEntities: false });
  parser.end(html);
  return handler.root;
}

/** Elements whose text is no HTML: a reference in it stands for itself. */
const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'xmp']);

class ShallowHandler extends DomHandler {
  private depth = 0;
  private isRaw = false;
  private readonly references = new ReferenceDecoder();
  /** Depth at which a part that is never shown began, while inside of one that is too deep for the tree. */
  private droppedFrom: number | null = null;

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    for (const attribute in attributes) {
      const value = attributes[attribute] ?? '';
      if (value.includes('&')) attributes[attribute] = this.references.attribute(value);
    }
    this.isRaw = RAW_TEXT.has(name);
    if (this.depth <= LIMITS.treeDepth) super.onopentag(name, attributes);
    else if (this.droppedFrom === null && isNeverShown(name, attributes)) this.droppedFrom = this.depth;
  }

  override onclosetag(): void {
    this.isRaw = false;
    if (this.depth <= LIMITS.treeDepth) super.onclosetag();
    else if (this.droppedFrom === this.depth) this.droppedFrom = null;
    this.depth -= 1;
  }

  override ontext(data: string): void {
    if (this.droppedFrom === null) super.ontext(this.isRaw ? data : this.references.text(data));
  }

  /** Comments and declarations are never read. */
  override oncomment(): void {
    this.lastNode = null;
  }

  override onprocessinginstruction(): void {
    this.lastNode = null;
  }
}
