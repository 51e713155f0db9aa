import { isRecord } from '../../check';
import { ToolError } from '../../errors';
import type { Entry, FieldValue } from '../entry';
import { parseOwnership, type Ownership, type OwnershipOwner, type OwnershipTransaction } from './ownership';

/**
 * A filing's entry with what its text says: the issuer's ticker, the insiders with their roles, every transaction,
 * sums of purchases and sales. What a page border hid is filled in. Throws UNEXPECTED_CONTENT for a text without an
 * ownership document, and for one of another issuer.
 */
export function withTransactions(entry: Entry, text: string): Entry {
  const form = parseOwnership(text);
  const listed = entry.fields['issuer'];
  const cik = isRecord(listed) ? listed['cik'] : null;
  if (isCik(cik) && isCik(form.issuer.cik) && BigInt(cik) !== BigInt(form.issuer.cik))
    throw new ToolError(
      'UNEXPECTED_CONTENT',
      `The text of filing ${entry.id} names issuer ${form.issuer.cik}, its list ${cik}.`,
    );
  return { ...entry, fields: { ...entry.fields, ...fieldsOf(form, entry) } };
}

function isCik(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,10}$/.test(value);
}

function fieldsOf(form: Ownership, entry: Entry): Readonly<Record<string, FieldValue>> {
  const issuer = entry.fields['issuer'] ?? partyOf(form.issuer);
  const owners = form.owners.flatMap((owner) => partyOf(owner) ?? []);
  return {
    issuer,
    reportingOwners: owners.length > 0 ? owners : (entry.fields['reportingOwners'] ?? []),
    partial: issuer === null || owners.length === 0,
    ticker: form.issuer.ticker,
    periodOfReport: form.periodOfReport,
    dateOfOriginalSubmission: form.dateOfOriginalSubmission,
    aff10b5One: form.aff10b5One,
    insiders: form.owners.map((owner) => ({ name: owner.name, cik: owner.cik, role: roleOf(owner) })),
    transactions: form.transactions.map((transaction) => ({ ...transaction })),
    footnotes: form.footnotes,
    purchases: sumOf(form.transactions, 'P'),
    sales: sumOf(form.transactions, 'S'),
  };
}

function partyOf({
  name,
  cik,
}: {
  readonly name: string | null;
  readonly cik: string | null;
}): { name: string; cik: string } | null {
  return name === null || cik === null ? null : { name, cik: cik.padStart(10, '0') };
}

/** `Director, Officer (Chief Financial Officer), 10% Owner`; null where the form ticks nothing. */
function roleOf(owner: OwnershipOwner): string | null {
  const roles = [
    owner.isDirector === true ? 'Director' : null,
    owner.isOfficer === true
      ? owner.officerTitle === null
        ? 'Officer'
        : `Officer (${owner.officerTitle})`
      : null,
    owner.isTenPercentOwner === true ? '10% Owner' : null,
    owner.isOther === true ? (owner.otherText === null ? 'Other' : `Other (${owner.otherText})`) : null,
  ].filter((role) => role !== null);
  return roles.length === 0 ? null : roles.join(', ');
}

/**
 * Open-market purchases (P) or sales (S) of shares, derivatives left out: how many transactions, shares and dollars
 * (to the cent). Null where one of them does not say its number: half a sum would be a wrong one.
 */
function sumOf(transactions: readonly OwnershipTransaction[], code: 'P' | 'S'): FieldValue {
  const counted = transactions.filter((transaction) => !transaction.derivative && transaction.code === code);
  const shares = total(counted.map((transaction) => transaction.shares));
  const value = total(
    counted.map((each) =>
      each.shares === null || each.pricePerShare === null ? null : each.shares * each.pricePerShare,
    ),
  );
  return {
    transactions: counted.length,
    shares,
    value: value === null ? null : Math.round(value * 100) / 100,
  };
}

/** Zero for no transaction at all: that is known. To the decimals of the numbers, so that 0.1 + 0.2 is 0.3. */
function total(numbers: readonly (number | null)[]): number | null {
  let sum = 0;
  let decimals = 0;
  for (const number of numbers) {
    if (number === null) return null;
    sum += number;
    decimals = Math.max(decimals, /\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0);
  }
  return Number(sum.toFixed(Math.min(decimals, 10)));
}
