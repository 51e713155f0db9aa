export const PARSER_NAMES = ['capitol_trades', 'sec_form4', 'feed', 'generic'] as const;

/** What reads a watched page. */
export type ParserName = (typeof PARSER_NAMES)[number];
