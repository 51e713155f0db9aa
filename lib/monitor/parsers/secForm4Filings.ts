import { isRecord } from '../../check';
import type { Entry, FieldValue } from '../entry';
import type { FilingRow, Party } from './secForm4Rows';

/** The site's filter is a prefix match (424B2 comes with 4): only these are insiders' trades. */
const FORMS: ReadonlySet<string> = new Set(['4', '4/A']);

/** Rows of Forms 4 and 4/A as one entry per accession number, in the order of their first rows. */
export function filingsOf(rows: readonly FilingRow[]): readonly Entry[] {
  const byAccession = new Map<string, FilingRow[]>();
  for (const row of rows.filter(({ formType }) => FORMS.has(formType))) {
    const group = byAccession.get(row.accession);
    if (group === undefined) byAccession.set(row.accession, [row]);
    else group.push(row);
  }
  return [...byAccession].map(([accession, group]) => filing(accession, group));
}

function filing(accession: string, rows: readonly FilingRow[]): Entry {
  const first = <Key extends keyof FilingRow>(name: Key): FilingRow[Key] | null =>
    rows.find((row) => row[name] !== null)?.[name] ?? null;
  const issuerRow = rows.find(({ role, party }) => role === 'Issuer' && party !== null);
  const owners = distinct(
    rows.flatMap(({ role, party }) => (role === 'Reporting' && party !== null ? [party] : [])),
  );
  const indexUrl = issuerRow?.indexUrl ?? first('indexUrl');
  return entryOf({
    accession,
    formType: first('formType'),
    filedDate: first('filedDate'),
    acceptedAt: first('acceptedAt'),
    acceptedText: first('acceptedText'),
    size: first('size'),
    indexUrl,
    issuer: issuerRow?.party ?? null,
    owners,
  });
}

interface Filing {
  readonly accession: string;
  readonly formType: string | null;
  readonly filedDate: string | null;
  readonly acceptedAt: string | null;
  readonly acceptedText: string | null;
  readonly size: string | null;
  readonly indexUrl: string | null;
  readonly issuer: Party | null;
  readonly owners: readonly Party[];
}

function entryOf(from: Filing): Entry {
  return {
    id: from.accession,
    numericId: null,
    detailUrl: from.indexUrl,
    publishedAt: from.acceptedAt,
    publishedText: from.acceptedText,
    tradedAt: null,
    fields: {
      accessionNumber: from.accession,
      formType: from.formType,
      issuer: from.issuer === null ? null : { ...from.issuer },
      reportingOwners: from.owners.map((owner) => ({ ...owner })),
      filedDate: from.filedDate,
      acceptedAt: from.acceptedAt,
      size: from.size,
      indexUrl: from.indexUrl,
      textUrl: textUrlOf(from.indexUrl),
      partial: from.issuer === null || from.owners.length === 0,
    },
  };
}

/** The filing as one text lies beside its index page; its list links both in this way. */
function textUrlOf(indexUrl: string | null): string | null {
  return indexUrl?.endsWith('-index.htm') === true ? indexUrl.replace(/-index\.htm$/, '.txt') : null;
}

/**
 * Two readings of one filing, from two pages whose border cut it, as one: issuer and owners of both.
 * What the first knows stays; `partial` ends where nothing is missing any more.
 */
export function mergedFiling(first: Entry, second: Entry): Entry {
  const issuer = partyFrom(first.fields['issuer']) ?? partyFrom(second.fields['issuer']);
  const owners = distinct([...partiesFrom(first), ...partiesFrom(second)]);
  return {
    ...first,
    fields: {
      ...first.fields,
      issuer: issuer === null ? null : { ...issuer },
      reportingOwners: owners.map((owner) => ({ ...owner })),
      partial: issuer === null || owners.length === 0,
    },
  };
}

function distinct(parties: readonly Party[]): readonly Party[] {
  return [...new Map(parties.map((party) => [party.cik, party])).values()];
}

function partiesFrom({ fields }: Entry): readonly Party[] {
  const owners = fields['reportingOwners'];
  return Array.isArray(owners) ? owners.flatMap((owner: FieldValue) => partyFrom(owner) ?? []) : [];
}

function partyFrom(value: FieldValue | undefined): Party | null {
  if (!isRecord(value)) return null;
  const { name, cik } = value;
  return typeof name === 'string' && typeof cik === 'string' ? { name, cik } : null;
}
