/** What was read of a body, and whether there was more. */
export interface ReadBody {
  readonly body: Buffer;
  readonly truncated: boolean;
}

/**
 * Reads at most `maxBytes`; with more to come it stops reading (which ends the transfer) and cuts there,
 * at the border of a UTF-8 character.
 */
export async function readAtMost(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  const all = Buffer.concat(chunks, size);
  return size > maxBytes
    ? { body: cutAtCharacter(all.subarray(0, maxBytes)), truncated: true }
    : { body: all, truncated: false };
}

/** Drops the start of a UTF-8 character whose rest was cut off, so that the text stays valid UTF-8. */
function cutAtCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
