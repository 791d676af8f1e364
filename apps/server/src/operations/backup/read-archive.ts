import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createTarDecoder } from 'modern-tar';
import { type Manifest, type Part, imageAt, entryNames, readManifest } from './manifest.ts';
import { maxEntrySize, sha256 } from './write-archive.ts';

export interface Entry {
  name: string;
  bytes: Buffer;
}

export class DamagedArchive extends Error {}

export const damagedArchive = (problem: string): DamagedArchive =>
  new DamagedArchive(`The archive cannot be used: ${problem}. Use another one; nothing was restored.`);

/** A backup: a file, or a folder of an object store. */
export interface Archive {
  /**
   * Yields every entry in order and verifies it. Returns the manifest. The archive is intact only if the generator ends without an error.
   * Throws DamagedArchive. `skipImages` reads no images of an object store, and only checks that they exist.
   */
  read(options?: { skipImages?: boolean }): AsyncGenerator<Entry, Manifest>;
}

export const archiveFile = (file: string): Archive => ({ read: () => readFile(file) });

/** Verifies each entry by the checksums that follow. */
async function* readFile(file: string): AsyncGenerator<Entry, Manifest> {
  const parts: Part[] = [];
  let pictures = new Map<string, string>();
  const imageTotals = { files: 0, bytes: 0 };
  let manifest: { read: Manifest; sum: string } | null = null;

  for await (const entry of entriesOf(file)) {
    const { name, bytes } = entry;
    const sum = sha256(bytes);
    if (manifest !== null) {
      if (name !== entryNames.manifestSum || bytes.toString() !== `${manifest.sum}  ${entryNames.manifest}\n`)
        throw damagedArchive('its manifest was changed');
      parts.push({ name, size: bytes.length, sha256: sum });
    } else if (name === entryNames.manifest) {
      manifest = { read: readManifestOrThrow(bytes), sum };
    } else if (imageAt(name)) {
      pictures.set(name, sum);
      imageTotals.files += 1;
      imageTotals.bytes += bytes.length;
      yield entry;
    } else {
      if (name.startsWith('sums/')) {
        compareSums(bytes, pictures);
        pictures = new Map();
      }
      parts.push({ name, size: bytes.length, sha256: sum });
      yield entry;
    }
  }

  if (manifest === null || parts.pop()?.name !== entryNames.manifestSum) throw damagedArchive('it is truncated');
  compareParts(manifest.read, parts);
  const { files, bytes } = manifest.read.pictures;
  if (pictures.size > 0 || files !== imageTotals.files || bytes !== imageTotals.bytes)
    throw damagedArchive('its images differ from its manifest');
  return manifest.read;
}

export async function checkArchive(
  archive: Archive,
  { onEntry, skipImages = false }: { onEntry?: (entry: Entry) => void | Promise<void>; skipImages?: boolean } = {},
): Promise<Manifest> {
  const entries = archive.read({ skipImages });
  for (;;) {
    const { done, value } = await entries.next();
    if (done) return value;
    await onEntry?.(value);
  }
}

const entryName = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

/** Accepts plain files only: no links, no folders, no path traversal. */
async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const source = Readable.toWeb(createReadStream(file, { highWaterMark: 1024 ** 2 }));
  try {
    for await (const { header, body } of source.pipeThrough(createTarDecoder({ strict: true }))) {
      const { name, size, type, mode, linkname } = header;
      if (type !== 'file' || linkname || mode !== 0o600 || size > maxEntrySize || !entryName.test(name))
        throw damagedArchive(foreignArchiveProblem);
      yield { name, bytes: await buffer(body) };
    }
  } catch (error) {
    // File system errors have a code; other errors are from the tar decoder.
    if (error instanceof DamagedArchive || !(error instanceof Error) || 'code' in error) throw error;
    throw damagedArchive(/truncated/.test(error.message) ? 'it is truncated' : foreignArchiveProblem);
  }
}

const foreignArchiveProblem = 'it is not an archive of Mbari, or was changed';

export function readManifestOrThrow(bytes: Buffer): Manifest {
  try {
    return readManifest(bytes);
  } catch (error) {
    throw error instanceof Error && /newer version/.test(error.message) ? error : damagedArchive('its manifest cannot be read');
  }
}

function compareSums(list: Buffer, pictures: ReadonlyMap<string, string>): void {
  const lines = list.toString('latin1').split('\n');
  for (const line of lines.slice(0, -1)) {
    const [sum = '', name = ''] = line.split('  ');
    if (pictures.get(name) !== sum) throw damagedArchive(`${name} was changed`);
  }
  if (lines.length - 1 !== pictures.size) throw damagedArchive('it contains an unlisted image');
}

export const listParts = ({ tables, jobs, secrets, pictures }: Manifest): Part[] => [
  ...tables.flatMap(({ parts }) => parts),
  ...jobs.parts,
  ...(secrets ?? []),
  ...pictures.sums,
];

function compareParts(manifest: Manifest, actualParts: readonly Part[]): void {
  const expectedParts = listParts(manifest);
  const index = expectedParts.findIndex(({ name, size, sha256 }, partIndex) => {
    const part = actualParts[partIndex];
    return part?.name !== name || part.size !== size || part.sha256 !== sha256;
  });
  if (index !== -1) throw damagedArchive(`${expectedParts[index]?.name} was changed`);
  if (actualParts.length > expectedParts.length)
    throw damagedArchive(`it contains ${actualParts[expectedParts.length]?.name}, which is not in its manifest`);
}
