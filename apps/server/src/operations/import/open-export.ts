import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { UnusableExport } from './source.ts';

export interface TarFile {
  name: string;
  size: number;
  /** The bytes; decompressed, if the name ends with `.gz`. */
  content(): AsyncIterable<Uint8Array>;
}

const gzip = Buffer.from([0x1f, 0x8b]);

/** Opens an export. Returns the bytes of a plain file, or the files of an archive. Decompresses both. */
export async function openExport(file: string): Promise<{ plain: AsyncIterable<Uint8Array> } | { files: AsyncIterable<TarFile> }> {
  const isCompressed = (await firstBytes(createReadStream(file, { end: 1 }))).equals(gzip);
  const content = (): Readable => {
    const source = createReadStream(file, { highWaterMark: 1024 ** 2 });
    // `pipeline` destroys the source with the last stream, and passes its errors on.
    return isCompressed ? pipeline(source, createGunzip(), () => undefined) : source;
  };
  const head = await firstBytes(content());
  if (head.length === 0) throw new UnusableExport(`${file} is empty or damaged.`);
  if (head.subarray(0, 5).toString('latin1') === 'PGDMP')
    throw new UnusableExport(`${file} is a dump in PostgreSQL’s own format. Write a plain file: pg_restore --file=forum.sql ${file}`);
  return head.subarray(257, 262).toString('latin1') === 'ustar'
    ? { files: explainErrors(filesOf(content(), file), file) }
    : { plain: explainErrors(content(), file) };
}

async function firstBytes(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= 512) break;
    }
  } catch (error) {
    // A damaged file is reported when it is read.
    if (isOfFileSystem(error)) throw error;
  } finally {
    stream.destroy();
  }
  return Buffer.concat(parts);
}

/** Yields plain files. Their names identify them and are never used as paths. */
async function* filesOf(content: Readable, file: string): AsyncGenerator<TarFile> {
  const entries = (Readable.toWeb(content) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    const { name, size, type } = header;
    if (type === 'file') {
      const unpacked = () => (name.endsWith('.gz') ? pipeline(Readable.from(body), createGunzip(), () => undefined) : body);
      yield { name, size, content: () => explainErrors(unpacked(), file) };
    }
    if (!body.locked) await body.cancel();
  }
}

async function* explainErrors<Value>(values: AsyncIterable<Value>, file: string): AsyncGenerator<Value> {
  try {
    yield* values;
  } catch (error) {
    if (error instanceof UnusableExport || isOfFileSystem(error)) throw error;
    const { message } = error as Error;
    const problem = /truncated|unexpected end/i.test(message) ? 'is truncated' : 'is damaged';
    throw new UnusableExport(`${file} ${problem} (${message}). Copy or make it again.`, { cause: error });
  }
}

const isOfFileSystem = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall !== undefined;
