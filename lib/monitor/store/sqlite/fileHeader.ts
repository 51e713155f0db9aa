import { open } from 'node:fs/promises';

/** What the first page of a SQLite file says of it. */
export interface FileHeader {
  readonly applicationId: number;
  readonly userVersion: number;
  readonly hasTables: boolean;
}

const MAGIC = 'SQLite format 3\0';
/** https://www.sqlite.org/fileformat2.html: the header of 100 bytes, then that of the root page of the schema. */
const AT = { userVersion: 60, applicationId: 68, pageType: 100, cells: 103, end: 105 };
const LEAF = 13;

/**
 * Read as a file, not as a database: SQLite may change a file by opening it (its journal, its mode), and one that is
 * not ours must stay as it is to the byte. Null where it is no SQLite file; what only its log holds is not seen here.
 */
export async function readHeader(path: string): Promise<FileHeader | null> {
  const bytes = await firstBytes(path, AT.end);
  if (bytes.length < AT.end || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null;
  return {
    applicationId: bytes.readUInt32BE(AT.applicationId),
    userVersion: bytes.readInt32BE(AT.userVersion),
    hasTables: bytes[AT.pageType] !== LEAF || bytes.readUInt16BE(AT.cells) > 0,
  };
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
