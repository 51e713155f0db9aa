import { Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { ToolError } from '../errors';
import { LIMITS } from '../limits';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
  // Node before 22.15 has no zstd.
  ...(typeof zlib.createZstdDecompress === 'function' ? { zstd: () => zlib.createZstdDecompress() } : {}),
};
const ALIASES: ReadonlyMap<string, string> = new Map([['x-gzip', 'gzip']]);

/** What Accept-Encoding may promise: exactly what is decoded here. */
export const ACCEPT_ENCODING = Object.keys(DECODERS).join(', ');

/**
 * The layers of a Content-Encoding header, outermost last as sent. Throws UNEXPECTED_CONTENT for a coding that is not
 * known and for more than two layers.
 */
export function readContentEncoding(header: string | null, host: string): readonly string[] {
  const layers = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((layer) => layer.trim())
    .filter((layer) => layer !== '' && layer !== 'identity')
    .map((layer) => ALIASES.get(layer) ?? layer);
  const unknown = layers.find((layer) => !Object.hasOwn(DECODERS, layer));
  if (unknown !== undefined)
    throw new ToolError(
      'UNEXPECTED_CONTENT',
      `${host} answered in the content encoding "${unknown.slice(0, 40)}", which is not known.`,
    );
  if (layers.length > LIMITS.encodingLayers)
    throw new ToolError(
      'UNEXPECTED_CONTENT',
      `${host} answered in ${layers.length} layers of content encoding; at most ${LIMITS.encodingLayers} are undone.`,
    );
  return layers;
}

/** The decoded bytes of a transfer; a cut or corrupt stream raises. An empty transfer stays empty. */
export async function* decoded(
  source: AsyncIterable<Uint8Array>,
  layers: readonly string[],
): AsyncGenerator<Uint8Array> {
  if (layers.length === 0) {
    yield* source;
    return;
  }
  const iterator = source[Symbol.asyncIterator]();
  const start = await iterator.next();
  if (start.done === true) return;
  yield* [...layers]
    .reverse()
    .reduce<AsyncIterable<Uint8Array>>(
      (bytes, layer) => decodeLayer(bytes, layer),
      rest(start.value, iterator),
    );
}

async function* decodeLayer(source: AsyncIterable<Uint8Array>, layer: string): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await headOf(iterator);
  const decoder = layer === 'deflate' && !isZlib(first) ? zlib.createInflateRaw() : DECODERS[layer]?.();
  if (decoder === undefined) throw new Error(`no decoder for ${layer}`);
  const input = Readable.from(rest(first, iterator), { objectMode: false });
  input.on('error', (error) => decoder.destroy(error));
  try {
    for await (const chunk of input.pipe(decoder)) yield chunk as Uint8Array;
  } finally {
    decoder.destroy();
    input.destroy();
  }
}

/** The first bytes: two at least, where there are as many. */
async function headOf(iterator: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* rest(first: Uint8Array, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/** `deflate` means zlib (RFC 9110), yet servers send raw deflate too: the two-byte head tells. */
function isZlib(bytes: Uint8Array): boolean {
  const [cmf = 0, flg = 0] = bytes;
  return (cmf & 0x0f) === 8 && ((cmf << 8) | flg) % 31 === 0;
}
