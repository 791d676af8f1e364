import { type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ArchivedFile {
  name: string;
  open: () => Readable;
  /** False for images, which are already compressed. */
  compress: boolean;
  changedAt: Date;
}

/** Returns a ZIP stream that opens one file at a time. Destroying the stream closes the file. */
export function zipFiles(files: AsyncIterable<ArchivedFile>): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as PassThrough;
  zip.on('error', (error) => archive.destroy(error as Error));
  addFiles(zip, archive, files).catch((error: unknown) => archive.destroy(error as Error));
  return archive;
}

async function addFiles(zip: ZipFile, archive: Readable, files: AsyncIterable<ArchivedFile>): Promise<void> {
  for await (const { name, open, compress, changedAt } of files) {
    if (archive.destroyed) return;
    const file = open();
    const destroyFile = (): unknown => file.destroy();
    archive.once('close', destroyFile);
    zip.addReadStream(file, name, { compress, mtime: changedAt });
    await finished(file);
    archive.off('close', destroyFile);
  }
  zip.end();
}

/** Streams a list as JSON, one page at a time. */
export const jsonList = (pages: AsyncIterable<readonly object[]>): Readable => Readable.from(jsonOf(pages), { objectMode: false });

async function* jsonOf(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

export const jsonFile = (value: object): Readable =>
  Readable.from([Buffer.from(`${JSON.stringify(value, null, 2)}\n`)], { objectMode: false });
