import type { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, inflateRawSync } from 'node:zlib';
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

/** Returns a ZIP's files by name, as listed in its directory. Throws on a wrong checksum. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1) throw new Error('The archive has no end.');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let remaining = archive.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    const [method, checksum, packed] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [number, number, number];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(begin, begin + packed);
    const content = method === 0 ? bytes : inflateRawSync(bytes);
    if (crc32(content) !== checksum) throw new Error(`${name} is damaged.`);
    files.set(name, content);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
