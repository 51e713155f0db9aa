import type { SourceTime } from '../instant';
import { cutText } from '../text';
import type { ContentKind } from './contentKind';
import { firstLanguage } from './head';
import type { PageLink } from './links';
import type { PageFormat, PageReading } from './readPage';

/** A document as text; what the source does not say is null. */
export interface FetchedPage {
  readonly title: string | null;
  readonly text: string;
  readonly format: PageFormat | 'json' | 'plain';
  readonly finalUrl: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly charset: string;
  readonly language: string | null;
  /** Decoded size. */
  readonly bytes: number;
  readonly publishedAt: SourceTime | null;
  /** The same as the page writes it, with its own offset: its calendar day may be another than in UTC. */
  readonly publishedText: string | null;
  readonly modifiedAt: SourceTime | null;
  /** Whether the page, or its text, was cut at a limit; a warning says at which. */
  readonly truncated: boolean;
  /** Null unless asked for. */
  readonly links: readonly PageLink[] | null;
}

export interface PageView {
  readonly format: PageFormat;
  /** Length at which the text is cut; null is no limit. */
  readonly maxTextChars?: number | null;
}

/** What came over the wire, decoded. */
export interface Arrived {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly truncated: boolean;
  readonly charset: string;
  readonly kind: ContentKind;
  readonly maxResponseKb: number;
}

export function showPage(
  page: PageReading,
  arrived: Arrived,
  { format, maxTextChars = null }: PageView,
): { readonly data: FetchedPage; readonly warnings: readonly string[] } {
  const text = cutText(page.text, maxTextChars);
  const isCut = text !== page.text;
  return {
    data: {
      title: page.title,
      text,
      format: arrived.kind === 'html' ? format : arrived.kind,
      finalUrl: arrived.url,
      status: arrived.status,
      contentType: arrived.headers['content-type'] ?? null,
      charset: arrived.charset,
      language: page.language ?? languageIn(arrived.headers['content-language']),
      bytes: arrived.body.length,
      publishedAt: page.publishedAt,
      publishedText: page.publishedAsWritten,
      modifiedAt: page.modifiedAt,
      truncated: arrived.truncated || isCut,
      links: page.links,
    },
    warnings: [
      ...(arrived.truncated
        ? [`The page is larger than ${arrived.maxResponseKb} KB and was cut there.`]
        : []),
      ...(isCut ? [`The text was cut after ${text.length} of ${page.text.length} characters.`] : []),
      ...(arrived.body.length === 0 ? ['The answer has no content.'] : []),
      ...page.warnings,
    ],
  };
}

/** A header may name several, for whom the page is made; the first as in `<meta>`. */
function languageIn(header: string | undefined): string | null {
  return firstLanguage([(header ?? '').split(',', 1)[0]?.trim() ?? '']);
}
