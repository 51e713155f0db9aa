import { capitolTrades } from './capitolTrades';
import { secForm4 } from './secForm4';
import type { Parser, ParserName } from './parser';
import { ToolError } from '../../errors';

const PARSERS: Partial<Record<ParserName, Parser>> = { capitol_trades: capitolTrades, sec_form4: secForm4 };

export function parserFor(name: ParserName): Parser {
  const parser = PARSERS[name];
  if (parser === undefined) throw new ToolError('INVALID_CONFIG', `The parser ${name} is not there.`);
  return parser;
}
