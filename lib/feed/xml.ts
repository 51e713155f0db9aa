import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { createReferenceDecoder } from './entities';
import { createBases } from './links';
import { PiecewiseText } from './piecewiseText';
import { localOf, rootScope, type Scope, type Space } from './names';

/** One element with all below it. Texts are decoded once, as XML says. */
export interface XmlNode {
  readonly space: Space;
  /** Lower-case name without prefix. */
  readonly local: string;
  /** Lower-case names, prefixes kept. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The base URL in force (xml:base, else the URL of the document); null where none is known. */
  readonly base: string | null;
  readonly children: (XmlNode | string)[];
}

export interface XmlReader {
  /** Whether the children of this element are handed over one by one; so are those of a root that is no record. */
  isContainer(node: XmlNode, parent: XmlNode): boolean;
  /** An element that may not hold its like: an open one ends where the next one opens. */
  isRecord(node: XmlNode): boolean;
  /** A complete child of a container, or a record wherever it stands but inside of another; it is not kept. */
  take(node: XmlNode): void;
}

interface Frame {
  readonly rawName: string;
  readonly node: XmlNode;
  readonly scope: Scope;
  readonly container: boolean;
  /** Whether it is handed over by itself. */
  readonly isTaken: boolean;
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/**
 * Reads XML as feeds are written, not as the standard wishes: unclosed and stray tags, bare ampersands and a
 * missing end are lived with. Streaming: only the child of a container that is being read is held in memory.
 * The document comes in pieces, each of which ends before a `<` or with the document. What follows the root is ignored.
 * Returns whether the root was closed, whether more records like those before follow it, and the first element that is
 * no container and held records; null where there is none.
 * Throws UNEXPECTED_CONTENT for elements nested deeper than the limit.
 */
export function readXml(
  document: readonly string[],
  baseUrl: string | null,
  reader: XmlReader,
): { readonly complete: boolean; readonly goesOn: boolean; readonly strayIn: string | null } {
  const text = new PiecewiseText(withoutBareAngles(document));
  const decode = createReferenceDecoder();
  const baseBelow = createBases();
  const frames: Frame[] = [];
  const openNames = new Map<string, number>();
  const recordNames = new Set<string>();
  let done = false;
  let goesOn = false;
  let strayIn: string | null = null;
  let rawName = '';
  let attributes: Map<string, string> | null = null;
  let attributeName = '';
  let attributeValue = '';

  function open(selfClosing: boolean): void {
    if (done) {
      goesOn ||= recordNames.has(rawName);
      return;
    }
    const parent = frames.at(-1);
    const given = attributes ?? NO_ATTRIBUTES;
    const scope = parent ? parent.scope.below(given) : rootScope(rawName, given);
    const ownBase = given.get('xml:base');
    const outerBase = parent ? parent.node.base : baseUrl;
    const node: XmlNode = {
      space: scope.spaceOf(rawName),
      local: localOf(rawName),
      attributes: given,
      base: ownBase === undefined ? outerBase : baseBelow(ownBase, outerBase),
      children: [],
    };
    const isRecord = reader.isRecord(node);
    let isInRecord = false;
    if (isRecord) {
      recordNames.add(rawName);
      isInRecord = !endOpenRecord();
    }
    const around = frames.at(-1);
    const container = around ? around.container && reader.isContainer(node, around.node) : !isRecord;
    const isStray = isRecord && !isInRecord && around?.container === false;
    if (isStray) strayIn ??= frames.find((frame) => !frame.container)?.rawName ?? null;
    const isTaken = !container && (around === undefined || around.container || isStray);
    if (!container && !isTaken) around?.node.children.push(node);
    if (frames.length >= LIMITS.treeDepth) throw tooDeep();
    frames.push({ rawName, node, scope, container, isTaken });
    openNames.set(rawName, (openNames.get(rawName) ?? 0) + 1);
    if (selfClosing) closeTop();
  }

  /**
   * `<item>` inside an item that was never closed: only the feed's own elements lie between. Answers whether no record
   * is open any more.
   */
  function endOpenRecord(): boolean {
    const index = frames.findIndex((frame) => !frame.container && reader.isRecord(frame.node));
    if (index === -1) return true;
    const isUnclosed = frames
      .slice(index)
      .every((frame) => frame.node.space === 'core' || frame.node.space === 'rss');
    if (isUnclosed) while (frames.length > index) closeTop();
    return isUnclosed;
  }

  function closeTop(): void {
    const frame = frames.pop();
    if (!frame) return;
    openNames.set(frame.rawName, (openNames.get(frame.rawName) ?? 1) - 1);
    const parent = frames.at(-1);
    if (!parent) done = true;
    if (frame.isTaken) reader.take(frame.node);
  }

  function close(name: string): void {
    // counted by name: searching the open elements for each of a million stray tags would take minutes
    if (done || (openNames.get(name) ?? 0) === 0) return;
    while (frames.at(-1)?.rawName !== name) closeTop();
    closeTop();
  }

  function addText(piece: string): void {
    const top = frames.at(-1);
    if (top && !top.container) top.node.children.push(piece);
  }

  const nothing = (): void => undefined;
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => {
      // a document that breaks off within a tag ends in a "text" from -1 on
      if (start >= 0) addText(decode(text.slice(start, end)));
    },
    oncdata: (start, end, offset) => {
      addText(text.slice(start, end - offset));
    },
    onopentagname: (start, end) => {
      rawName = text.slice(start, end).toLowerCase();
      attributes = null;
    },
    onattribname: (start, end) => {
      attributeName = text.slice(start, end).toLowerCase();
      attributeValue = '';
    },
    onattribdata: (start, end) => {
      attributeValue += text.slice(start, end);
    },
    onattribend: () => {
      attributes ??= new Map();
      if (!attributes.has(attributeName)) attributes.set(attributeName, decode(attributeValue));
    },
    onopentagend: () => {
      open(false);
    },
    onselfclosingtag: () => {
      open(true);
    },
    onclosetag: (start, end) => {
      close(text.slice(start, end).toLowerCase());
    },
    onattribentity: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onprocessinginstruction: nothing,
    ontextentity: nothing,
  };
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, callbacks);
  for (const piece of text.pieces()) tokenizer.write(piece);
  tokenizer.end();
  const complete = done;
  while (frames.length > 0) closeTop();
  return { complete, goesOn, strayIn };
}

/** `7 <8` is a comparison, no tag: htmlparser2 takes all but white space for the start of a name. */
function withoutBareAngles(pieces: readonly string[]): readonly string[] {
  const isBare = (piece: string, at: number): boolean =>
    BARE_ANGLE.test(piece) || (piece.endsWith('<') && at < pieces.length - 1);
  if (!pieces.some(isBare)) return pieces;
  return [pieces.join('').replace(CDATA_OR_BARE_ANGLE, (found) => (found === '<' ? '&lt;' : found))];
}

const BARE_ANGLE = /<[^\sA-Za-z_:/!?\u0080-\uffff]/;
const CDATA_OR_BARE_ANGLE =
  /<!(?:\[CDATA\[[^]*?(?:\]\]>|$)|--[^]*?(?:-->|$))|<(?![\sA-Za-z_:/!?\u0080-\uffff])/g;

function tooDeep(): ToolError {
  return new ToolError(
    'UNEXPECTED_CONTENT',
    `The feed nests elements more than ${LIMITS.treeDepth} levels deep, which no real feed does. It was not read.`,
  );
}
