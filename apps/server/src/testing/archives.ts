import type { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

interface Packed {
  bytes: string | Buffer;
  /** Unix mode, such as that of a symbolic link. */
  mode?: number;
  /** Stored without compression. */
  store?: boolean;
}

/** Returns a ZIP file. Values are contents, or contents with a mode. */
export async function zipOf(files: Record<string, string | Buffer | Packed>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, value] of Object.entries(files)) {
    const { bytes, mode, store = false }: Packed = typeof value === 'string' || Buffer.isBuffer(value) ? { bytes: value } : value;
    zip.addBuffer(Buffer.from(bytes), name, {
      compress: !store,
      ...(mode !== undefined && { mode }),
      mtime: new Date('2020-01-01T00:00:00Z'),
    });
  }
  zip.end();
  return buffer(zip.outputStream as PassThrough);
}

/** Replaces a name in a ZIP file by one of the same length, which the library that writes archives would refuse. */
export const renameIn = (zip: Buffer, name: string, other: string | Buffer): Buffer => {
  const bytes = Buffer.from(zip);
  const replacement = Buffer.from(other);
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) replacement.copy(bytes, at);
  return bytes;
};

/** Returns text as Instagram writes it: each byte of UTF-8 is a character. */
export const asInstagram = (text: string): string => Buffer.from(text).toString('latin1');
