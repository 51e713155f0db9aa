/** A stock exchange by its ISO 10383 code, with the symbol suffixes that providers use for it. */
export interface Exchange {
  readonly mic: string;
  /** Suffix at Yahoo, after a dot. */
  readonly yahoo: string;
  /** Suffix at Alpha Vantage, where it is known to differ. */
  readonly alphaVantage?: string;
}

const EXCHANGES: readonly Exchange[] = [
  { mic: 'XLON', yahoo: 'L', alphaVantage: 'LON' },
  { mic: 'XETR', yahoo: 'DE', alphaVantage: 'DEX' },
  { mic: 'XFRA', yahoo: 'F', alphaVantage: 'FRK' },
  { mic: 'XTSE', yahoo: 'TO', alphaVantage: 'TRT' },
  { mic: 'XTSX', yahoo: 'V', alphaVantage: 'TRV' },
  { mic: 'XBOM', yahoo: 'BO', alphaVantage: 'BSE' },
  { mic: 'XSHG', yahoo: 'SS', alphaVantage: 'SHH' },
  { mic: 'XSHE', yahoo: 'SZ', alphaVantage: 'SHZ' },
  { mic: 'BVMF', yahoo: 'SA', alphaVantage: 'SAO' },
  { mic: 'XPAR', yahoo: 'PA' },
  { mic: 'XAMS', yahoo: 'AS' },
  { mic: 'XBRU', yahoo: 'BR' },
  { mic: 'XLIS', yahoo: 'LS' },
  { mic: 'XDUB', yahoo: 'IR' },
  { mic: 'XMIL', yahoo: 'MI' },
  { mic: 'XSWX', yahoo: 'SW' },
  { mic: 'XWBO', yahoo: 'VI' },
  { mic: 'XSTO', yahoo: 'ST' },
  { mic: 'XOSL', yahoo: 'OL' },
  { mic: 'XCSE', yahoo: 'CO' },
  { mic: 'XHEL', yahoo: 'HE' },
  { mic: 'XWAR', yahoo: 'WA' },
  { mic: 'XIST', yahoo: 'IS' },
  { mic: 'XTAE', yahoo: 'TA' },
  { mic: 'XJSE', yahoo: 'JO' },
  { mic: 'XASX', yahoo: 'AX' },
  { mic: 'XNZE', yahoo: 'NZ' },
  { mic: 'XTKS', yahoo: 'T' },
  { mic: 'XHKG', yahoo: 'HK' },
  { mic: 'XKRX', yahoo: 'KS' },
  { mic: 'XTAI', yahoo: 'TW' },
  { mic: 'XSES', yahoo: 'SI' },
  { mic: 'XKLS', yahoo: 'KL' },
  { mic: 'XBKK', yahoo: 'BK' },
  { mic: 'XIDX', yahoo: 'JK' },
  { mic: 'XNSE', yahoo: 'NS' },
  { mic: 'XMEX', yahoo: 'MX' },
];

const BY_SUFFIX: ReadonlyMap<string, Exchange> = new Map(
  EXCHANGES.flatMap((exchange) =>
    [exchange.yahoo, exchange.alphaVantage].flatMap((suffix) =>
      suffix === undefined ? [] : [[suffix, exchange]],
    ),
  ),
);

/** The exchange behind a symbol suffix of Yahoo or Alpha Vantage (upper case); null for any other text. */
export function exchangeOfSuffix(suffix: string): Exchange | null {
  return BY_SUFFIX.get(suffix) ?? null;
}
