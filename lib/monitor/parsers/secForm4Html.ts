import { instantFromWallTime } from '../../instant';
import { absoluteUrl } from './listUrl';
import { ACCESSION, dayIn, partyOf, sizeIn, type FilingRow, type FilingRows } from './secForm4Rows';
import { cellText } from './cellText';
import { streamTags, type TagSink } from './tagStream';

/** EDGAR prints the wall time of Washington, without saying so. */
const ZONE = 'America/New_York';
const HEADINGS = ['form', 'description', 'accepted', 'filing date'] as const;
type Heading = (typeof HEADINGS)[number];

/**
 * EDGAR's "Latest Filings" page: for each row of a filing a row with the party's name, then one with the filing.
 * Cells of the first are never closed, so a cell ends where the next begins.
 */
export function readFilingsHtml(text: string, url: string): FilingRows {
  const reader = new FilingsReader(url);
  streamTags(text, reader);
  return reader.result();
}

class FilingsReader implements TagSink {
  private readonly rows: FilingRow[] = [];
  private rowsWithoutId = 0;
  private list: FilingRows['list'] = 'none';
  private hasNext = false;
  private columns: Partial<Record<Heading, number>> | null = null;
  private inList = false;
  private cells: string[] | null = null;
  private cell: string[] | null = null;
  private links: string[] = [];
  private named: ReturnType<typeof partyOf> = null;

  constructor(private readonly url: string) {}

  get wantsText(): boolean {
    return this.cell !== null;
  }

  open(name: string, attribute: (name: string) => string | null): void {
    if (name === 'tr' || name === 'table') {
      this.closeRow();
      if (name === 'tr') this.cells = [];
    } else if (name === 'td' || name === 'th') {
      this.closeCell();
      this.cell = [];
    } else if (name === 'a') this.links.push(attribute('href') ?? '');
    else if (name === 'input' && /^Next \d+$/.test(attribute('value') ?? '')) this.hasNext = true;
    else if (this.cell !== null) this.cell.push(' ');
  }

  text(data: string): void {
    this.cell?.push(data);
  }

  close(name: string): void {
    if (name === 'td' || name === 'th') this.closeCell();
    else if (name === 'tr') this.closeRow();
    else if (name === 'table') {
      this.closeRow();
      if (this.inList) this.list = 'whole';
      this.inList = false;
    } else if (this.cell !== null) this.cell.push(' ');
  }

  private closeCell(): void {
    if (this.cell !== null) this.cells?.push(cellText(this.cell));
    this.cell = null;
  }

  private closeRow(): void {
    this.closeCell();
    if (this.cells !== null) this.readRow(this.cells, this.links);
    this.cells = null;
    this.links = [];
  }

  private readRow(cells: readonly string[], links: readonly string[]): void {
    const places = placesOf(cells);
    if (places !== null) {
      this.columns = places;
      this.inList = true;
      this.list = 'cut'; // until it is closed
      return;
    }
    if (!this.inList || this.columns === null) return;
    const form = cells[this.columns.form ?? 0] ?? '';
    const named = form === '' ? partyOf(cells.find((cell) => cell !== '') ?? '') : null;
    if (named !== null) this.named = named;
    else if (form !== '') this.readFiling(form, cells, links, this.columns);
  }

  private readFiling(
    formType: string,
    cells: readonly string[],
    links: readonly string[],
    columns: Partial<Record<Heading, number>>,
  ): void {
    const cellOf = (heading: Heading): string => cells[columns[heading] ?? -1] ?? '';
    const description = cellOf('description');
    const accession =
      /Accession Number:\s*(\d{10}-\d{2}-\d{6})\b/i.exec(description)?.[1] ??
      ACCESSION.exec(links.join(' '))?.[1];
    const { named } = this;
    this.named = null;
    if (accession === undefined) {
      this.rowsWithoutId += 1;
      return;
    }
    const accepted = cellOf('accepted');
    this.rows.push({
      accession,
      formType,
      party: named?.party ?? null,
      role: named?.role ?? null,
      filedDate: dayIn(cellOf('filing date')),
      acceptedAt: instantFromWallTime(accepted, ZONE),
      acceptedText: accepted === '' ? null : accepted,
      size: sizeIn(description),
      indexUrl: absoluteUrl(
        links.find((link) => link.includes('-index.htm')),
        this.url,
      ),
    });
  }

  /** A row that the page's end cut is no row. */
  end(): void {
    this.cells = null;
  }

  result(): FilingRows {
    const { rows, rowsWithoutId, list, hasNext } = this;
    return { rows, rowsWithoutId, list, hasNext };
  }
}

/** Where the columns stand, by their headings; null for a row that is not the heading. */
function placesOf(cells: readonly string[]): Partial<Record<Heading, number>> | null {
  const words = cells.map((cell) => cell.toLowerCase());
  if (!HEADINGS.every((heading) => words.includes(heading))) return null;
  return Object.fromEntries(HEADINGS.map((heading) => [heading, words.indexOf(heading)]));
}
