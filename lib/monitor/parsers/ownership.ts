import { isRecord, type UnknownRecord } from '../../check';
import type { SourceTime } from '../../instant';
import { childrenOf, flagOf, numberOf, textAt, valueAt } from './ownershipValues';
import { readOwnershipXml } from './ownershipXml';
import { dayIn } from './secForm4Rows';

/** A Form 3, 4 or 5 as its document says it; null where it says nothing. */
export interface Ownership {
  readonly documentType: string | null;
  readonly periodOfReport: SourceTime | null;
  readonly dateOfOriginalSubmission: SourceTime | null;
  /** The box "pursuant to a Rule 10b5-1 plan"; null on forms that do not have it. */
  readonly aff10b5One: boolean | null;
  readonly issuer: {
    readonly cik: string | null;
    readonly name: string | null;
    readonly ticker: string | null;
  };
  readonly owners: readonly OwnershipOwner[];
  readonly transactions: readonly OwnershipTransaction[];
  /** Texts of the footnotes by id. */
  readonly footnotes: Readonly<Record<string, string>>;
}

export interface OwnershipOwner {
  readonly cik: string | null;
  readonly name: string | null;
  readonly isDirector: boolean | null;
  readonly isOfficer: boolean | null;
  readonly isTenPercentOwner: boolean | null;
  readonly isOther: boolean | null;
  readonly officerTitle: string | null;
  readonly otherText: string | null;
}

export interface OwnershipTransaction {
  readonly derivative: boolean;
  readonly securityTitle: string | null;
  readonly date: SourceTime | null;
  /** P open-market purchase, S open-market sale, A grant, M exercise, F tax, G gift, ... */
  readonly code: string | null;
  readonly acquiredDisposed: 'A' | 'D' | null;
  readonly shares: number | null;
  /** In dollars; null where the form gives only a footnote. */
  readonly pricePerShare: number | null;
  readonly sharesOwnedFollowing: number | null;
  readonly directOrIndirect: 'D' | 'I' | null;
  readonly natureOfOwnership: string | null;
  /** Ids of all footnotes of this transaction, each once. */
  readonly footnoteIds: readonly string[];
}

/**
 * Reads an ownership document, alone or inside a full submission text. Transactions are read element by element, those
 * of the first table first; holdings are no transactions. Throws UNEXPECTED_CONTENT where there is no such document.
 */
export function parseOwnership(text: string): Ownership {
  const document = readOwnershipXml(text);
  const issuer = isRecord(document['issuer']) ? document['issuer'] : {};
  return {
    documentType: textAt(document, 'documentType'),
    periodOfReport: dayIn(textAt(document, 'periodOfReport') ?? ''),
    dateOfOriginalSubmission: dayIn(textAt(document, 'dateOfOriginalSubmission') ?? ''),
    aff10b5One: flagOf(textAt(document, 'aff10b5One')),
    issuer: {
      cik: textAt(issuer, 'issuerCik'),
      name: textAt(issuer, 'issuerName'),
      ticker: tickerOf(textAt(issuer, 'issuerTradingSymbol')),
    },
    owners: childrenOf(document, 'reportingOwner').map(readOwner),
    transactions: [
      ...tableOf(document, 'nonDerivativeTable', 'nonDerivativeTransaction').map((row) =>
        readTransaction(row, false),
      ),
      ...tableOf(document, 'derivativeTable', 'derivativeTransaction').map((row) =>
        readTransaction(row, true),
      ),
    ],
    footnotes: footnotesOf(document),
  };
}

function tableOf(document: UnknownRecord, table: string, row: string): readonly UnknownRecord[] {
  return childrenOf(document, table).flatMap((found) => childrenOf(found, row));
}

function readOwner(owner: UnknownRecord): OwnershipOwner {
  const id = childrenOf(owner, 'reportingOwnerId')[0] ?? {};
  const role = childrenOf(owner, 'reportingOwnerRelationship')[0] ?? {};
  return {
    cik: textAt(id, 'rptOwnerCik'),
    name: textAt(id, 'rptOwnerName'),
    isDirector: flagOf(textAt(role, 'isDirector')),
    isOfficer: flagOf(textAt(role, 'isOfficer')),
    isTenPercentOwner: flagOf(textAt(role, 'isTenPercentOwner')),
    isOther: flagOf(textAt(role, 'isOther')),
    officerTitle: textAt(role, 'officerTitle'),
    otherText: textAt(role, 'otherText'),
  };
}

function readTransaction(row: UnknownRecord, derivative: boolean): OwnershipTransaction {
  const coding = childrenOf(row, 'transactionCoding')[0] ?? {};
  const amounts = childrenOf(row, 'transactionAmounts')[0] ?? {};
  const after = childrenOf(row, 'postTransactionAmounts')[0] ?? {};
  const nature = childrenOf(row, 'ownershipNature')[0] ?? {};
  const acquired = valueAt(amounts, 'transactionAcquiredDisposedCode');
  const direct = valueAt(nature, 'directOrIndirectOwnership');
  return {
    derivative,
    securityTitle: valueAt(row, 'securityTitle'),
    date: dayIn(valueAt(row, 'transactionDate') ?? ''),
    code: textAt(coding, 'transactionCode'),
    acquiredDisposed: acquired === 'A' || acquired === 'D' ? acquired : null,
    shares: numberOf(valueAt(amounts, 'transactionShares')),
    pricePerShare: numberOf(valueAt(amounts, 'transactionPricePerShare')),
    sharesOwnedFollowing: numberOf(valueAt(after, 'sharesOwnedFollowingTransaction')),
    directOrIndirect: direct === 'D' || direct === 'I' ? direct : null,
    natureOfOwnership: valueAt(nature, 'natureOfOwnership'),
    footnoteIds: footnoteIdsOf(row),
  };
}

/** Every reference below a transaction, whatever it stands at. The tree's depth was bounded before. */
function footnoteIdsOf(node: unknown): readonly string[] {
  const found = new Set<string>();
  const waiting: unknown[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) for (const child of next) waiting.push(child);
    else if (isRecord(next))
      for (const [name, value] of Object.entries(next)) {
        if (name === 'footnoteId') for (const id of Array.isArray(value) ? value : [value]) addId(found, id);
        else waiting.push(value);
      }
  }
  return [...found].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function addId(found: Set<string>, reference: unknown): void {
  const id = isRecord(reference) ? reference['@id'] : null;
  if (typeof id === 'string' && id !== '') found.add(id);
}

function footnotesOf(document: UnknownRecord): Readonly<Record<string, string>> {
  const notes = childrenOf(document, 'footnotes').flatMap((list) => childrenOf(list, 'footnote'));
  return Object.fromEntries(
    notes.flatMap((note) => {
      const id = note['@id'];
      const text = textAt(note, '#text');
      return typeof id === 'string' && text !== null && id !== '__proto__' ? [[id, text]] : [];
    }),
  );
}

/** Forms of issuers without a symbol say so in many ways. */
function tickerOf(symbol: string | null): string | null {
  return symbol === null || /^(?:none|n\/?a|\[?none\]?|-+|null)$/i.test(symbol) ? null : symbol;
}
