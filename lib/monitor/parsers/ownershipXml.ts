import { XMLParser } from 'fast-xml-parser';
import { isRecord, type UnknownRecord } from '../../check';
import { ToolError } from '../../errors';
import { streamTags } from './tagStream';

/** The deepest real form has 8 levels. */
const MOST_LEVELS = 32;

const DOCUMENT = /<ownershipDocument(?:\s[^<>]{0,500})?>/;

/**
 * The ownership document inside a text, as plain objects: values are texts, attributes are called `@name`.
 * Declarations of entities are refused, and nothing is fetched. Throws UNEXPECTED_CONTENT.
 */
export function readOwnershipXml(text: string): UnknownRecord {
  const opening = DOCUMENT.exec(text);
  if (opening === null)
    throw unreadable('The text holds no ownership document (filings on paper and before 2003 have none).');
  const close = text.indexOf('</ownershipDocument>', opening.index);
  if (close < 0) throw unreadable('The ownership document is not complete.');
  const prolog = Math.max(0, text.lastIndexOf('<?xml', opening.index));
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text.slice(prolog, close)))
    throw unreadable('The ownership document declares entities, which no filing does.');
  const xml = text.slice(opening.index, close + '</ownershipDocument>'.length);
  if (levelsOf(xml) > MOST_LEVELS) throw unreadable('The ownership document nests deeper than any form.');
  const parsed = parsedXml(xml);
  const document = isRecord(parsed) ? parsed['ownershipDocument'] : null;
  if (!isRecord(document)) throw unreadable('The ownership document is empty.');
  return document;
}

function parsedXml(xml: string): unknown {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: true, // the five of XML and numbers; declarations were refused above
    ignoreDeclaration: true,
    ignorePiTags: true,
  });
  try {
    return parser.parse(xml, true);
  } catch (error) {
    throw unreadable('The ownership document is not well-formed XML.', error);
  }
}

/** Counted without a tree, since building one is what depth makes dangerous. */
function levelsOf(xml: string): number {
  let level = 0;
  let most = 0;
  streamTags(
    xml,
    {
      wantsText: false,
      open: () => {
        level += 1;
        most = Math.max(most, level);
      },
      close: () => {
        level -= 1;
      },
      text: () => undefined,
      end: () => undefined,
    },
    { xml: true },
  );
  return most;
}

function unreadable(problem: string, cause?: unknown): ToolError {
  return new ToolError('UNEXPECTED_CONTENT', `${problem} The filing is reported without transactions.`, {
    cause,
  });
}
