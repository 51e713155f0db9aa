import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PAGE_FORMATS, readPage } from '../../../lib/html/readPage';

const folder = path.join(__dirname, '../../fixtures/html');
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** `name.html` beside `name.text.txt`, `name.main.txt`, `name.markdown.txt`: each page says in its head what it shows. */
const pairs = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .flatMap((expected) => {
    const [page, name] = expected.split('.');
    const format = PAGE_FORMATS.find((known) => known === name);
    return page === undefined || format === undefined ? [] : [{ page, format, expected }];
  });

describe('pages of the fixtures', () => {
  it('are all read in a known format', () => {
    expect(pairs.length).toBe(readdirSync(folder).filter((name) => name.endsWith('.txt')).length);
  });

  it.each(pairs)('$page as $format', ({ page, format, expected }) => {
    const { text } = readPage(read(`${page}.html`), { url: 'https://example.org/', format });
    expect(`${text}\n`).toBe(read(expected));
  });
});
