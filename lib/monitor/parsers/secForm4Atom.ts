import { instantFromMillis } from '../../instant';
import { absoluteUrl } from './listUrl';
import { ACCESSION, dayIn, partyOf, sizeIn, type FilingRow, type FilingRows } from './secForm4Rows';
import { streamTags, type TagSink } from './tagStream';

/** EDGAR's current filings as Atom: one entry per row, its time with an offset. */
export function readFilingsAtom(text: string, url: string): FilingRows {
  const reader = new AtomReader(url);
  streamTags(text, reader, { xml: true });
  return reader.result();
}

const TEXTS = ['title', 'summary', 'updated', 'id'] as const;
type TextName = (typeof TEXTS)[number];

class AtomReader implements TagSink {
  private readonly rows: FilingRow[] = [];
  private rowsWithoutId = 0;
  private list: FilingRows['list'] = 'none';
  private entry: Partial<Record<TextName | 'form' | 'link', string>> | null = null;
  private reading: TextName | null = null;

  constructor(private readonly url: string) {}

  get wantsText(): boolean {
    return this.reading !== null;
  }

  open(name: string, attribute: (name: string) => string | null): void {
    if (name === 'feed')
      this.list = 'cut'; // until it is closed
    else if (name === 'entry') this.entry = {};
    else if (this.entry === null) return;
    else if (name === 'link') this.entry.link ??= attribute('href') ?? '';
    else if (name === 'category') this.entry.form ??= attribute('term') ?? '';
    else this.reading = TEXTS.find((text) => text === name) ?? this.reading;
  }

  text(data: string): void {
    if (this.entry !== null && this.reading !== null)
      this.entry[this.reading] = `${this.entry[this.reading] ?? ''}${data}`;
  }

  close(name: string): void {
    if (name === this.reading) this.reading = null;
    else if (name === 'feed') this.list = 'whole';
    else if (name === 'entry') {
      this.readEntry();
      this.entry = null;
      this.reading = null;
    }
  }

  private readEntry(): void {
    const { title = '', summary = '', updated = '', id = '', form, link = '' } = this.entry ?? {};
    const words = summary.replace(/<[^<>]{0,20}>/g, ' ').replace(/\s+/g, ' ');
    const accession = ACCESSION.exec(id)?.[1] ?? ACCESSION.exec(words)?.[1];
    const heading = /^(\S+(?: \S+)??) - (.*)$/.exec(title.replace(/\s+/g, ' ').trim());
    const formType = form ?? heading?.[1];
    if (accession === undefined || formType === undefined) {
      this.rowsWithoutId += 1;
      return;
    }
    const named = partyOf(heading?.[2] ?? '');
    this.rows.push({
      accession,
      formType,
      party: named?.party ?? null,
      role: named?.role ?? null,
      filedDate: dayIn(/\bFiled:\s*(\S+)/i.exec(words)?.[1] ?? ''),
      acceptedAt: /T.*(?:Z|[+-]\d\d:\d\d)$/.test(updated.trim())
        ? instantFromMillis(Date.parse(updated.trim()))
        : null,
      acceptedText: updated.trim() === '' ? null : updated.trim(),
      size: sizeIn(words),
      indexUrl: absoluteUrl(link, this.url),
    });
  }

  end(): void {
    this.entry = null;
  }

  result(): FilingRows {
    const { rows, rowsWithoutId, list } = this;
    return { rows, rowsWithoutId, list, hasNext: null };
  }
}
