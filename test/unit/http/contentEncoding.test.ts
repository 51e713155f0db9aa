import zlib from 'node:zlib';
import { readAtMost } from '../../../lib/http/body';
import { ACCEPT_ENCODING, decoded, readContentEncoding } from '../../../lib/http/contentEncoding';

const TEXT = Buffer.from(Array.from({ length: 3000 }, (_, i) => `line ${(i * 7919) % 1009}`).join('\n'));
const CODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
};

async function* inPieces(bytes: Buffer, size = 100): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
const decodeAll = async (bytes: Buffer, layers: string[]) =>
  (await readAtMost(decoded(inPieces(bytes), layers), 1e7)).body;

describe.each(Object.entries(CODERS))('%s', (coding, encode) => {
  it('is decoded, and is what Accept-Encoding names', async () => {
    expect(ACCEPT_ENCODING).toContain(coding);
    expect((await decodeAll(encode(TEXT), [coding])).equals(TEXT)).toBe(true);
  });

  it('raises when the stream is cut, at any of many places', async () => {
    const bytes = encode(TEXT);
    for (let part = 1; part < 20; part++)
      await expect(
        decodeAll(bytes.subarray(0, Math.floor((bytes.length * part) / 20)), [coding]),
      ).rejects.toThrow();
  });

  it('raises for what is not of this coding', async () => {
    await expect(decodeAll(Buffer.from(`<html>${'plain '.repeat(50)}`), [coding])).rejects.toThrow();
  });

  it('of nothing is nothing', async () => {
    expect(await decodeAll(Buffer.alloc(0), [coding])).toHaveLength(0);
  });
});

async function* inTwo(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes.subarray(0, 1));
  yield bytes.subarray(1);
}

describe('Content-Encoding', () => {
  it('may be raw deflate, which is not what the word means', async () => {
    expect((await decodeAll(zlib.deflateRawSync(TEXT), ['deflate'])).equals(TEXT)).toBe(true);
  });

  it('is told from raw deflate also where its first byte comes alone', async () => {
    const bytes = zlib.deflateSync(TEXT);
    const { body } = await readAtMost(decoded(inTwo(bytes), ['deflate']), TEXT.length);
    expect(body.equals(TEXT)).toBe(true);
  });

  it('is undone in reverse order, two layers at most', async () => {
    const layers = [...readContentEncoding('gzip, br', 'h')];
    expect((await decodeAll(zlib.brotliCompressSync(zlib.gzipSync(TEXT)), layers)).equals(TEXT)).toBe(true);
    expect(() => readContentEncoding('gzip, gzip, gzip', 'h')).toThrow(
      expect.objectContaining({ code: 'UNEXPECTED_CONTENT' }),
    );
  });

  it('is read in any case and with identity left out', () => {
    expect(readContentEncoding(' X-GZIP , identity', 'h')).toEqual(['gzip']);
    expect(readContentEncoding(null, 'h')).toEqual([]);
  });

  it.each(['x-foo', 'gzip, aes128gcm', 'constructor', '__proto__'])('%s is refused', (header) => {
    expect(() => readContentEncoding(header, 'h')).toThrow(
      expect.objectContaining({ code: 'UNEXPECTED_CONTENT' }),
    );
  });

  it('stops at the cap: a bomb is not decoded to its end', async () => {
    let sent = 0;
    const megabyte = zlib.gzipSync(Buffer.alloc(1 << 20));
    const bomb = Buffer.concat(Array.from({ length: 400 }, () => megabyte));
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const piece of inPieces(bomb, 1024)) {
        sent += piece.length;
        yield piece;
      }
    }
    const { body, truncated } = await readAtMost(decoded(counted(), ['gzip']), 512 * 1024);
    expect([body.length, truncated]).toEqual([512 * 1024, true]);
    expect(sent).toBeLessThan(bomb.length / 2);
  });
});

describe('readAtMost', () => {
  it('takes exactly what fits as complete', async () => {
    expect(await readAtMost(inPieces(TEXT), TEXT.length)).toEqual({ body: TEXT, truncated: false });
  });

  it('cuts at the border of a character', async () => {
    const text = Buffer.from('aé€📈'.repeat(10));
    for (let max = 1; max < text.length; max++) {
      const { body } = await readAtMost(inPieces(text, 3), max);
      expect(body.toString('utf8')).not.toContain('\ufffd');
      expect(max - body.length).toBeLessThan(4);
    }
  });
});
