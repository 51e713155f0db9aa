import { capitolTrades } from './capitolTrades';
import { feed } from './feed';
import { generic } from './generic';
import type { ParserName } from './names';
import type { Parser } from './parser';
import { secForm4 } from './secForm4';

const PARSERS: Readonly<Record<ParserName, Parser>> = {
  capitol_trades: capitolTrades,
  sec_form4: secForm4,
  feed,
  generic,
};

/** The parser that a monitor names. */
export function parserFor(name: ParserName): Parser {
  return PARSERS[name];
}
