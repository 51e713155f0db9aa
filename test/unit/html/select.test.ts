import { readPage, type PageOptions } from '../../../lib/html/readPage';

const html = `<main><div class="price">12.50</div><section class="price">outer <b class="price">inner</b></section>
<table id="t"><tr><td>a<td>b<tr><td>c<td>d</table><p hidden id="h">hidden</p></main>`;
const read = (selector: string, more: Partial<PageOptions> = {}) =>
  readPage(html, { url: 'https://example.org/', format: 'text', selector, ...more });

describe('a selector', () => {
  it('reads only what it matches, each match on its own line', () => {
    expect(read('.price').text).toBe('12.50\nouter inner');
  });

  it('does not double a match inside of another', () => {
    expect(read('.price').text.match(/inner/g)).toHaveLength(1);
  });

  it.each([
    '#t > tbody > tr:nth-child(2) > td:nth-child(1)',
    '#t > tr:nth-child(2) > td:nth-child(1)',
    'table tbody tr:nth-child(2) td:first-child',
  ])('copied from browser tools finds its cell: %s', (selector) => {
    expect(read(selector).text).toBe('c');
  });

  it('works with a tbody that the source does have', () => {
    const page = '<table><tbody><tr><td>x</table>';
    expect(
      readPage(page, { url: 'https://example.org/', format: 'text', selector: 'table > tbody > tr > td' })
        .text,
    ).toBe('x');
  });

  it('joins the cells of rows that it selects', () => {
    expect(read('tr').text).toBe('a | b\nc | d');
  });

  it('shows a hidden part that it names', () => {
    expect(read('#h').text).toBe('hidden');
  });

  it('without a match reads the whole page and says so', () => {
    const reading = read('.nothing');
    expect(reading.text).toContain('12.50');
    expect(reading.warnings).toEqual([
      'The selector ".nothing" matches nothing on the page; the whole page was read instead.',
    ]);
  });

  it('without a match gives an empty text where that is asked for', () => {
    expect(read('.nothing', { whenNothingMatches: 'empty' })).toMatchObject({
      text: '',
      warnings: [expect.stringContaining('matches nothing')],
    });
  });

  it('without a match is an error where that is asked for', () => {
    expect(() => read('.nothing', { whenNothingMatches: 'error' })).toThrow(
      expect.objectContaining({ code: 'NO_DATA' }),
    );
  });

  it.each(['p[', 'div >', ':no-such-thing(', '%', '::before'])(
    'that cannot be read is refused with a sentence: %s',
    (selector) => {
      expect(() => read(selector)).toThrow(
        expect.objectContaining({
          code: 'INVALID_REQUEST',
          message: expect.stringContaining(`"${selector}" is not a CSS selector`) as string,
        }),
      );
    },
  );

  it('of blanks is none', () => {
    expect(read('  ').warnings).toEqual([]);
  });
});
