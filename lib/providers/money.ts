import type { Amount } from './json';
import type { MinorUnit } from './provider';

/** Codes that sources use for a hundredth of a currency. Case matters: GBP is a pound, GBp a penny. */
const MINOR_UNITS: Readonly<Record<string, MinorUnit>> = {
  GBp: { code: 'GBP', factor: 100 },
  GBX: { code: 'GBP', factor: 100 },
  GBx: { code: 'GBP', factor: 100 },
  ZAc: { code: 'ZAR', factor: 100 },
  ZAC: { code: 'ZAR', factor: 100 },
  ILA: { code: 'ILS', factor: 100 },
  ILa: { code: 'ILS', factor: 100 },
  USX: { code: 'USD', factor: 100 },
};

/** The minor unit behind a currency code; null for a currency itself or no code at all. */
export function minorUnitOf(currency: string | null): MinorUnit | null {
  return currency !== null && Object.hasOwn(MINOR_UNITS, currency) ? (MINOR_UNITS[currency] ?? null) : null;
}

/** An amount of a minor unit in its major currency: the decimal point is moved in the text, so nothing is rounded. */
export function inMajor(amount: Amount, unit: MinorUnit | null): number | null {
  if (unit === null) return null;
  const places = String(unit.factor).length - 1;
  const [mantissa = '', exponent = '0'] = amount.text.toLowerCase().split('e');
  const major = Number(`${mantissa}e${Number(exponent) - places}`);
  return Number.isFinite(major) ? major : null;
}
