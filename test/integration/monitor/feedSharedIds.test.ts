import { realSite, type RealSite } from '../../helpers/realSite';
import { own } from '../../helpers/watched';

let site: RealSite;
beforeEach(async () => {
  site = await realSite();
});
afterEach(() => site.close());

interface Form {
  /** What all entries share. */
  readonly shared: string;
  readonly dated?: boolean;
  /** The site's own address. */
  readonly home?: string;
  /** Entries with ids of their own, which never change. */
  readonly beside?: string;
}

const LINK: Form = { shared: '<link>https://lists.example/page</link>' };
const GUID: Form = { shared: '<guid>same</guid>' };

const day = (name: string) => String(name.charCodeAt(0) - 96).padStart(2, '0');
const item = (name: string, { shared, dated }: Form) =>
  `<item><title>Case ${name}</title>${shared}<description>Text of ${name}</description>${
    dated === true ? `<pubDate>${day(name)} Apr 2026 12:00:00 GMT</pubDate>` : ''
  }</item>`;

/** One check of a feed with these entries: which of them are told, and whether a gap is. */
async function told(names: string, form: Form) {
  const others = Array.from(
    form.beside ?? '',
    (name) => `<item><guid>${name}</guid><title>${name}</title></item>`,
  );
  const body = `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><link>${
    form.home ?? 'https://lists.example/'
  }</link>${Array.from(names, (name) => item(name, form)).join('')}${others.join('')}</channel></rss>`;
  site.answer = () => ({ body });
  const result = own(await site.check({ parser: 'feed' }));
  const titles = result.data.newEntries.map(({ fields }) => (fields['title'] as string).slice(-1));
  return { told: titles.sort().join(''), gap: result.gap !== null };
}

describe.each([
  ['one link', LINK],
  ['one guid', GUID],
])('a feed whose entries share %s', (_, form) => {
  it('and stand oldest first tells the one that comes behind, and it alone', async () => {
    await told('abc', form);
    expect(await told('abcd', form)).toEqual({ told: 'd', gap: false });
  });

  it.each([true, false])('turned over tells all, and the gap (dated: %s)', async (dated) => {
    await told('cba', { ...form, dated });
    expect(await told('fed', { ...form, dated })).toEqual({ told: 'def', gap: true });
  });

  it.each(['', 'xy'])('tells the second alone where one became two (beside %j)', async (beside) => {
    await told('a', { ...form, beside });
    expect(await told('ba', { ...form, beside })).toEqual({ told: 'b', gap: false });
    expect(await told('ba', { ...form, beside })).toEqual({ told: '', gap: false });
  });

  it.each(['', 'xy'])('tells nothing where two became one, either of them (beside %j)', async (beside) => {
    await told('ba', { ...form, beside });
    expect(await told('b', { ...form, beside })).toEqual({ told: '', gap: false });
    expect(await told('a', { ...form, beside })).toEqual({ told: '', gap: false });
  });
});

it('entries that all link to the site are told apart also where one is alone', async () => {
  const form = { shared: '<link>https://lists.example/</link>', beside: 'xy' };
  await told('a', form);
  expect(await told('ba', form)).toEqual({ told: 'b', gap: false });
  expect(await told('c', form)).toEqual({ told: 'c', gap: false });
});
