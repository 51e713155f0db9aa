import type { Entry } from '../../../../lib/monitor/entry';
import { parseOwnership } from '../../../../lib/monitor/parsers/ownership';
import { withTransactions } from '../../../../lib/monitor/parsers/ownershipEntry';
import { fixture } from '../../../helpers/listPage';

const form = fixture('sec/three-transactions.xml');
const submission = `<SEC-DOCUMENT>\nACCESSION NUMBER: 1\n<DOCUMENT>\n<TEXT>\n<XML>\n${form}</XML>\n</TEXT>\n</DOCUMENT>\n`;
const listed = (fields: Entry['fields']): Entry => ({
  id: '0001900001-26-000001',
  numericId: null,
  detailUrl: null,
  publishedAt: null,
  publishedText: null,
  tradedAt: null,
  fields,
});
const codeOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return 'no error';
};

describe('parseOwnership', () => {
  it('reads the form, alone or inside a full submission text', () => {
    expect(parseOwnership(submission)).toEqual(parseOwnership(form));
    expect(parseOwnership(form)).toMatchObject({
      documentType: '4/A',
      periodOfReport: '2026-03-09',
      dateOfOriginalSubmission: '2026-03-10',
      aff10b5One: true,
      issuer: { cik: '0000512345', name: 'Tallow & Finch Inc.', ticker: 'TFIN' },
    });
  });

  it('keeps every transaction apart, those of shares first, and holdings out', () => {
    const { transactions } = parseOwnership(form);
    expect(
      transactions.map(({ code, shares, pricePerShare, derivative }) => [
        code,
        shares,
        pricePerShare,
        derivative,
      ]),
    ).toEqual([
      ['P', 1000, 12.3456, false],
      ['S', 250, null, false],
      ['M', 400, 0, true],
    ]);
    expect(transactions[0]).toMatchObject({
      sharesOwnedFollowing: 5000.5,
      directOrIndirect: 'I',
      natureOfOwnership: 'By trust',
      acquiredDisposed: 'A',
    });
  });

  it('leaves a price null that is only a footnote, a date null that is blank, and keeps the footnotes', () => {
    const { transactions, footnotes } = parseOwnership(form);
    expect(transactions[1]).toMatchObject({
      pricePerShare: null,
      date: null,
      sharesOwnedFollowing: null,
      footnoteIds: ['F1', 'F2'],
    });
    expect(footnotes['F1']).toBe('A weighted average; single prices lay between $40 & $41.');
  });

  it('says null for roles that a form does not tick', () => {
    expect(parseOwnership(form).owners[1]).toMatchObject({
      isDirector: null,
      isOfficer: null,
      isTenPercentOwner: true,
      officerTitle: null,
    });
  });

  it.each([
    ['a text without a document', 'ACCESSION NUMBER: 1'],
    ['a document that was cut', form.slice(0, 900)],
    [
      'declared entities',
      `<!DOCTYPE ownershipDocument [<!ENTITY a "b">]>${form.replace('<?xml version="1.0"?>', '')}`,
    ],
    ['broken XML', form.replace('</issuer>', '</isuer>')],
    ['an empty document', '<ownershipDocument></ownershipDocument>'],
    [
      'endless nesting',
      `<ownershipDocument>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</ownershipDocument>`,
    ],
  ])('refuses %s', (_, text) => {
    expect(codeOf(() => parseOwnership(text))).toBe('UNEXPECTED_CONTENT');
  });

  it('reads a form with hundreds of footnotes', () => {
    const many = form.replace(
      '<value>250</value>',
      `<value>250</value>${Array.from({ length: 300 }, (_, k) => `<footnoteId id="F${k + 1}"/>`).join('')}`,
    );
    expect(parseOwnership(many).transactions[1]?.footnoteIds).toHaveLength(300);
  });
});

describe('withTransactions', () => {
  it('adds ticker, roles, transactions and sums, and fills what the list hid', () => {
    const { fields } = withTransactions(
      listed({ issuer: null, reportingOwners: [], partial: true }),
      submission,
    );
    expect(fields).toMatchObject({
      issuer: { cik: '0000512345', name: 'Tallow & Finch Inc.' },
      partial: false,
      ticker: 'TFIN',
      aff10b5One: true,
      insiders: [
        { name: 'Kestrel Greta', role: 'Director, Officer (Chief Executive Officer)' },
        { name: 'Kestrel Family Trust', role: '10% Owner' },
      ],
      purchases: { transactions: 1, shares: 1000, value: 12_345.6 },
    });
    expect(fields['transactions']).toHaveLength(3);
  });

  it('sums parts of shares to their last digit', () => {
    const parts = submission.replace(/<value>1000<\/value>/, '<value>10.1234</value>');
    const { fields } = withTransactions(listed({ issuer: null }), parts);
    expect(fields['purchases']).toMatchObject({ shares: 10.1234 });
  });

  it('has no sum of dollars where one price is unknown', () => {
    expect(withTransactions(listed({ issuer: null }), form).fields['sales']).toEqual({
      transactions: 1,
      shares: 250,
      value: null,
    });
  });

  it('refuses the text of another issuer', () => {
    const entry = listed({ issuer: { name: 'Umberline', cik: '0000000001' } });
    expect(codeOf(() => withTransactions(entry, form))).toBe('UNEXPECTED_CONTENT');
  });
});
