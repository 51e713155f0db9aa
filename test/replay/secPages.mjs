/** Pages in the manner of EDGAR: the list of current filings as HTML and Atom, and the text of a Form 4. Written by us. */
import { filingRows, secFilings, titleOf, washingtonTime } from './secFilings.mjs';

const escapeHtml = (text) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/**
 * A page of the list as `{ status, body }`: rows `start` to `start + count`; past its end EDGAR answers 503.
 * The other options say which filings there are (see secFilings). `output`: `html` or `atom`. `holds`: the most rows
 * that the list keeps.
 */
export function secList({
  start: from = 0,
  count = 40,
  output = 'html',
  opened,
  now,
  holds = Infinity,
  ...site
}) {
  const all = filingRows(secFilings({ ...site, start: opened, now })).slice(0, holds);
  const rows = all.slice(from, from + count);
  if (rows.length === 0) return { status: 503, body: unavailable() };
  return {
    status: 200,
    body: output === 'atom' ? atom(rows, now) : html(rows, { from, count, more: all.length > from + count }),
  };
}

/** The full submission text of a filing. */
export function secText(filing) {
  const { day } = washingtonTime(filing.acceptedMs);
  const price = filing.price === null ? '<footnoteId id="F1"/>' : `<value>${filing.price}</value>`;
  const owners = filing.owners.map(
    ({ name, cik }, k) =>
      `<reportingOwner><reportingOwnerId><rptOwnerCik>${cik}</rptOwnerCik><rptOwnerName>${escapeHtml(name)}</rptOwnerName></reportingOwnerId>` +
      `<reportingOwnerRelationship>${k === 0 ? '<isOfficer>1</isOfficer><officerTitle>Chief Financial Officer</officerTitle>' : '<isDirector>true</isDirector>'}</reportingOwnerRelationship></reportingOwner>`,
  );
  return (
    `<SEC-DOCUMENT>${filing.accession}.txt\n<SEC-HEADER>\nACCESSION NUMBER: ${filing.accession}\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>${filing.formType}\n<TEXT>\n<XML>\n<?xml version="1.0"?>\n` +
    `<ownershipDocument><schemaVersion>X0508</schemaVersion><documentType>${filing.formType}</documentType><periodOfReport>${day}</periodOfReport>` +
    `<issuer><issuerCik>${filing.issuer.cik}</issuerCik><issuerName>${escapeHtml(filing.issuer.name)}</issuerName><issuerTradingSymbol>${tickerOf(filing)}</issuerTradingSymbol></issuer>` +
    `${owners.join('')}<aff10b5One>0</aff10b5One><nonDerivativeTable><nonDerivativeTransaction><securityTitle><value>Common Stock</value></securityTitle>` +
    `<transactionDate><value>${day}</value></transactionDate><transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${filing.code}</transactionCode></transactionCoding>` +
    `<transactionAmounts><transactionShares><value>${filing.shares}</value></transactionShares><transactionPricePerShare>${price}</transactionPricePerShare>` +
    `<transactionAcquiredDisposedCode><value>${filing.code === 'S' ? 'D' : 'A'}</value></transactionAcquiredDisposedCode></transactionAmounts>` +
    `<postTransactionAmounts><sharesOwnedFollowingTransaction><value>${filing.shares * 3}</value></sharesOwnedFollowingTransaction></postTransactionAmounts>` +
    '<ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature></nonDerivativeTransaction></nonDerivativeTable>' +
    `<footnotes><footnote id="F1">The price is an average &amp; is given on request.</footnote></footnotes></ownershipDocument>\n</XML>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n`
  );
}

export function tickerOf(filing) {
  return filing.issuer.name
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 4)
    .toUpperCase();
}

/** Where a filing lies: `{ index, text }`, paths below the site's root. */
export function secPaths({ accession, issuer }, party = issuer) {
  const folder = `/Archives/edgar/data/${Number(party.cik)}/${accession.replaceAll('-', '')}`;
  return { index: `${folder}/${accession}-index.htm`, text: `${folder}/${accession}.txt` };
}

function html(rows, { from, count, more }) {
  const heads = ['Form', 'Formats', 'Description', 'Accepted', 'Filing Date', 'File/Film No'].map(
    (name) => `<th align="left">${name}</th>`,
  );
  const next = more
    ? `<form> <input type="button" value="Next ${count}" onClick="parent.location='/cgi-bin/browse-edgar?action=getcurrent&amp;start=${from + count}&amp;count=${count}'">\n</form>`
    : '';
  return (
    '<!DOCTYPE HTML>\n<html>\n<head>\n<title>Latest EDGAR Filings</title>\n</head>\n<body>\n<h1>Latest Filings Received and Processed at the SEC</h1>\n' +
    '<form><table summary=""><tr><td>Company</td><td><input name="company" value=""></td></tr></table></form>\n' +
    `<table summary="">\n<tr bgcolor="#D6D6D6">\n${heads.join('\n')}\n</tr>\n${rows.map(htmlRow).join('')}</table>\n${next}\n</body>\n</html>\n`
  );
}

/** The cells of the row with the name are never closed, as on the real page. */
function htmlRow({ filing, party, role }) {
  const { index, text } = secPaths(filing, party);
  const { day, time } = washingtonTime(filing.acceptedMs);
  return (
    `<tr><td>\n<td>\n<td bgcolor="#E6E6E6"><a href="/cgi-bin/browse-edgar?action=getcompany&amp;CIK=${party.cik}">${escapeHtml(party.name)} (${party.cik}) (${role})</a></td>\n</tr>\n` +
    `<tr nowrap="nowrap" valign="top">\n<td nowrap="nowrap">${filing.formType}</td>\n<td><a href="${index}">[html]</a><a href="${text}">[text]</a></td>\n` +
    `<td class="small">${titleOf(filing.formType)}<br>Accession Number: ${filing.accession} &nbsp;Act: 34 &nbsp;Size:&nbsp;${filing.size}\n</td>\n` +
    `<td nowrap="nowrap">${day}<br>${time}</td>\n<td nowrap="nowrap">${day}</td><td>001-00001</td></tr>\n`
  );
}

function atom(rows, now) {
  const entries = rows.map(({ filing, party, role }) => {
    const { day } = washingtonTime(filing.acceptedMs);
    return (
      `<entry>\n<title>${filing.formType} - ${escapeHtml(party.name)} (${party.cik}) (${role})</title>\n<link rel="alternate" type="text/html" href="https://www.sec.gov${secPaths(filing, party).index}"/>\n` +
      `<summary type="html">\n &lt;b&gt;Filed:&lt;/b&gt; ${day} &lt;b&gt;AccNo:&lt;/b&gt; ${filing.accession} &lt;b&gt;Size:&lt;/b&gt; ${filing.size}\n</summary>\n` +
      `<updated>${new Date(filing.acceptedMs).toISOString().replace('.000Z', '+00:00')}</updated>\n<category scheme="https://www.sec.gov/" label="form type" term="${filing.formType}"/>\n<id>urn:tag:sec.gov,2008:accession-number=${filing.accession}</id>\n</entry>\n`
    );
  });
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>Latest Filings</title>\n<updated>${new Date(now).toISOString()}</updated>\n${entries.join('')}</feed>\n`;
}

const unavailable = () =>
  '<!DOCTYPE html>\n<html><head><title>SEC.gov | File Unavailable</title></head><body><p>This page is temporarily unavailable.</p></body></html>\n';
