import { bytesOfText, memoryOf, textOfBytes } from '../../../lib/threads/textBytes';

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

describe('memory that is moved into a thread', () => {
  it('is that of bytes that hold all of it', () => {
    const bytes = bytesOfText('Ärger – '.repeat(200_000));
    const moved = structuredClone(bytes, { transfer: [...memoryOf(bytes)] });
    expect(textOfBytes(moved)).toBe('Ärger – '.repeat(200_000));
    expect(bytes.byteLength).toBe(0);
  });

  it('is never that of others: a part is copied', () => {
    const shared = Buffer.from('short');
    for (const part of [shared, Buffer.alloc(1_000_000).subarray(1)]) {
      expect(memoryOf(part)).toEqual([]);
      const copied = structuredClone(part, { transfer: [...memoryOf(part)] });
      expect(Buffer.from(copied).equals(part)).toBe(true);
    }
  });
});
