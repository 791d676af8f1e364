import { Readable } from 'node:stream';
import * as limits from '@mbari/contract/platform/limits';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';

/** Place of a file in the archive `file` of an import. */
export interface ArchiveEntry {
  file: number;
  /** Position of the local header. */
  offset: number;
  packed: number;
  bytes: number;
  isDeflated: boolean;
}

/** Returns the bytes of an archive from `start` up to `end`, exclusive. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

const chunk = 256 * 1024;

class RangeReader extends RandomAccessReader {
  readonly #read: ReadRange;
  readonly #bytes: number;
  constructor(read: ReadRange, bytes: number) {
    super();
    this.#read = read;
    this.#bytes = bytes;
  }

  /** Reads ahead, because the library reads each entry of the directory by itself. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytes?: number) => void,
  ): void {
    this.#readAhead(position, length).then(
      (bytes) => callback(null, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).copy(buffer, offset)),
      (error: Error) => callback(error),
    );
  }

  #ahead: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };

  async #readAhead(start: number, length: number): Promise<Uint8Array> {
    if (start < 0 || start + length > this.#bytes) throw new Error('the archive points beyond its end');
    const isAhead = start >= this.#ahead.start && start + length <= this.#ahead.start + this.#ahead.bytes.length;
    if (!isAhead) this.#ahead = { start, bytes: await this.#read(start, Math.min(this.#bytes, start + Math.max(length, chunk))) };
    return this.#ahead.bytes.subarray(start - this.#ahead.start, start - this.#ahead.start + length);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(start, end), { objectMode: false, highWaterMark: chunk });
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Uint8Array> {
    // A damaged archive may point beyond its end, which the library reports once too few bytes arrive.
    const last = Math.min(end, this.#bytes);
    for (let at = Math.max(0, start); at < last; at += chunk) yield this.#readAhead(at, Math.min(chunk, last - at));
  }
}

/** Opens a ZIP file. Names stay bytes, because the library would stop at the first unsafe one. Throws if the bytes are no ZIP file. */
export const openZip = (read: ReadRange, bytes: number): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(new RangeReader(read, bytes), bytes, { autoClose: false, lazyEntries: true, decodeStrings: false });

/** Returns the content of an entry. The stream fails if the content has another size than the entry says. */
export async function openEntry(zip: ZipFile, { offset, packed, bytes, isDeflated }: ArchiveEntry): Promise<Readable> {
  const header = { relativeOffsetOfLocalHeader: offset, compressedSize: packed } as Entry;
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(header, { minimal: true });
  // `openReadStreamLowLevelPromise` of yauzl 3.4.0 calls another function.
  return new Promise((resolve, reject) =>
    zip.openReadStreamLowLevel(fileDataStart, packed, 0, packed, isDeflated, bytes, (error, stream) =>
      error ? reject(error) : resolve(stream),
    ),
  );
}

export type UnsafeEntry = 'importPathUnsafe' | 'importLink' | 'importEncrypted' | 'importBomb' | 'importMethod';

interface ListedEntry {
  name: string;
  entry: ArchiveEntry;
  unsafe: UnsafeEntry | null;
}

/** Yields the files of an archive without its folders. */
export async function* listEntries(zip: ZipFile, file: number): AsyncGenerator<ListedEntry> {
  for await (const entry of zip.eachEntry()) {
    const name = decodeName(entry);
    if (name.endsWith('/')) continue;
    yield {
      name,
      entry: {
        file,
        offset: entry.relativeOffsetOfLocalHeader,
        packed: entry.compressedSize,
        bytes: entry.uncompressedSize,
        isDeflated: entry.compressionMethod === 8,
      },
      unsafe: dangerOf(name, entry),
    };
  }
}

/** Files above this size may not be packed more tightly than `maxRatio`. */
const ratioFrom = 1024 * 1024;
const maxRatio = 200;

function dangerOf(name: string, entry: Entry): UnsafeEntry | null {
  if (/^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i.test(name)) return 'importPathUnsafe';
  // The type of a Unix file is in the upper half of its attributes.
  if (((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000) return 'importLink';
  if (entry.isEncrypted()) return 'importEncrypted';
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) return 'importMethod';
  const isPackedTightly = entry.uncompressedSize > ratioFrom && entry.uncompressedSize > maxRatio * entry.compressedSize;
  return isPackedTightly ? 'importBomb' : null;
}

/** Old programs write names in the encoding of their system, without saying which. */
function decodeName({ fileNameRaw }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw);
  } catch {
    return fileNameRaw.toString('latin1');
  }
}

/** Reads a text file. Throws if it is larger than it may be. */
export async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const data of stream as AsyncIterable<Buffer>) {
    bytes += data.length;
    if (bytes > limits.importTextBytes) throw new Error('a text in the archive is too large');
    chunks.push(data);
  }
  const buffer = Buffer.concat(chunks);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer);
  } catch {
    return buffer.toString('latin1');
  }
}
