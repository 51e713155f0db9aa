import { types } from 'node:util';
import { isMarkedAsUntransferable } from 'node:worker_threads';

/**
 * A long text on its way into a thread, as the bytes of its UTF-16 code units: V8 takes 10 ms to make a message of a
 * string of a million characters, and less than one of its bytes (measured). Nothing is lost, not even half a surrogate pair.
 */
export function bytesOfText(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le');
}

/** The memory of bytes that nobody else holds, to be moved into a thread; a part of something larger is copied there. */
export function memoryOf(bytes: Uint8Array): readonly ArrayBuffer[] {
  const { buffer, byteLength } = bytes;
  const isWhole =
    types.isArrayBuffer(buffer) && buffer.byteLength === byteLength && !isMarkedAsUntransferable(buffer);
  return isWhole ? [buffer] : [];
}

export function textOfBytes({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf16le');
}
