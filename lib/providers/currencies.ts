/** Currency codes of ISO 4217 in use, the precious metals, and the offshore yuan that all providers quote. */
const CODES = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP
CNH CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR
SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES
VND VUV WST XAF XAG XAU XCD XOF XPD XPF XPT YER ZAR ZMW ZWG`;

const CURRENCIES: ReadonlySet<string> = new Set(CODES.trim().split(/\s+/));

/** Coins in which other coins are priced. */
const PRICING_COINS: ReadonlySet<string> = new Set(['BTC', 'ETH', 'USDT', 'USDC']);

/** Whether an upper-case code is a currency that banks deal in. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/** Whether something is commonly priced in this code (upper case). */
export function isPricingUnit(code: string): boolean {
  return CURRENCIES.has(code) || PRICING_COINS.has(code);
}
