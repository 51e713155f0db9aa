import { bytesOfText, textOfBytes } from '../../../lib/threads/textBytes';

const there = (text: string) => textOfBytes(structuredClone(bytesOfText(text)));

describe('a text as bytes on its way into a thread', () => {
  it.each([
    ['nothing', ''],
    ['letters of seven bits', 'Trades'],
    ['letters of one byte', 'Größe'],
    ['others', 'Kaufpreis 5 € – 株 𝒳'],
    ['half a surrogate pair', 'a\uD835b\uDFFF'],
    ['a byte order mark', '\uFEFFTrades'],
    ['a long text', 'Ärger – '.repeat(200_000)],
  ])('arrives as it was: %s', (_, text) => {
    expect(there(text) === text).toBe(true);
  });
});
