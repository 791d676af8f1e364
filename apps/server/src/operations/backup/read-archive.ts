import { createReadStream, type ReadStream } from 'node:fs';
import { type Manifest, type Part, imageAt, entryNames, readManifest } from './manifest.ts';
import { headerSize, paddingFor, readTarHeader, tarEnd } from './tar.ts';
import { sha256 } from './write-archive.ts';

export interface Member {
  name: string;
  bytes: Buffer;
}

/** The file is no archive of ours, or is not as it was written. */
export class DamagedArchive extends Error {}

const damaged = (why: string): DamagedArchive =>
  new DamagedArchive(`The archive cannot be used: ${why}. Take another one; nothing was restored.`);

/**
 * Every member in its order, each compared with the sums that follow it. Whoever reads to the end and was not thrown at has read the
 * archive exactly as it was written; the last answer is its manifest.
 */
export async function* readArchive(file: string): AsyncGenerator<Member, Manifest> {
  const parts: Part[] = [];
  let pictures = new Map<string, string>();
  const counted = { files: 0, bytes: 0 };
  let manifest: { read: Manifest; sum: string } | null = null;

  for await (const member of membersOf(file)) {
    const { name, bytes } = member;
    const sum = sha256(bytes);
    if (manifest !== null) {
      if (name !== entryNames.manifestSum || bytes.toString() !== `${manifest.sum}  ${entryNames.manifest}\n`)
        throw damaged('its manifest is not as it was written');
      parts.push({ name, size: bytes.length, sha256: sum });
    } else if (name === entryNames.manifest) {
      manifest = { read: readManifestOrThrow(bytes), sum };
    } else if (imageAt(name)) {
      pictures.set(name, sum);
      counted.files += 1;
      counted.bytes += bytes.length;
      yield member;
    } else {
      if (name.startsWith('sums/')) {
        compareSums(bytes, pictures);
        pictures = new Map();
      }
      parts.push({ name, size: bytes.length, sha256: sum });
      yield member;
    }
  }

  if (manifest === null || parts.pop()?.name !== entryNames.manifestSum) throw damaged('it was cut off before its end');
  compareParts(manifest.read, parts);
  const { files, bytes } = manifest.read.pictures;
  if (pictures.size > 0 || files !== counted.files || bytes !== counted.bytes) throw damaged('its pictures are not those of its manifest');
  return manifest.read;
}

/** Reads an archive from end to end. Answers its manifest. Throws DamagedArchive. */
export async function checkArchive(
  file: string,
  { onMember }: { onMember?: (member: Member) => void | Promise<void> } = {},
): Promise<Manifest> {
  const members = readArchive(file);
  for (;;) {
    const { done, value } = await members.next();
    if (done) return value;
    await onMember?.(value);
  }
}

async function* membersOf(file: string): AsyncGenerator<Member> {
  const stream = createReadStream(file, { highWaterMark: 1024 ** 2 });
  const take = takeFrom(stream);
  try {
    for (;;) {
      const head = await take(headerSize);
      if (head === null) throw damaged('it was cut off before its end');
      const header = readTarHeader(head);
      if (header === null) return await requireEnd(head, take);
      const { name, size } = header;
      const bytes = await take(size);
      const padding = await take(paddingFor(size));
      if (bytes === null || padding === null) throw damaged(`it was cut off in ${name}`);
      if (padding.some((byte) => byte !== 0)) throw damaged(`it was changed behind ${name}`);
      yield { name, bytes };
    }
  } finally {
    stream.destroy();
  }
}

type Take = (size: number) => Promise<Buffer | null>;

async function requireEnd(head: Buffer, take: Take): Promise<void> {
  if (!head.equals(tarEnd.subarray(0, headerSize))) throw damaged('it is no archive of Mbari, or was changed');
  const rest = await take(tarEnd.length - headerSize);
  if (!rest?.equals(tarEnd.subarray(headerSize))) throw damaged('it was cut off before its end');
  if ((await take(1)) !== null) throw damaged('something stands behind its end');
}

/** Reads piece by piece. Null: there is not so much left. */
function takeFrom(stream: ReadStream): Take {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let left: Buffer = Buffer.alloc(0);
  return async (size) => {
    const pieces = [left];
    for (let length = left.length; length < size;) {
      const { done, value } = await chunks.next();
      if (done) return null;
      pieces.push(value);
      length += value.length;
    }
    const all = pieces.length === 1 ? left : Buffer.concat(pieces);
    left = all.subarray(size);
    return all.subarray(0, size);
  };
}

function readManifestOrThrow(bytes: Buffer): Manifest {
  try {
    return readManifest(bytes);
  } catch (error) {
    throw error instanceof Error && /newer version/.test(error.message) ? error : damaged('its manifest cannot be read');
  }
}

/** What the list says about the images before it, and what they are. */
function compareSums(list: Buffer, pictures: ReadonlyMap<string, string>): void {
  const lines = list.toString('latin1').split('\n');
  for (const line of lines.slice(0, -1)) {
    const [sum = '', name = ''] = line.split('  ');
    if (pictures.get(name) !== sum) throw damaged(`${name} is not as it was written`);
  }
  if (lines.length - 1 !== pictures.size) throw damaged('it holds a picture that is on no list');
}

export const partsOf = ({ tables, jobs, secrets, pictures }: Manifest): Part[] => [
  ...tables.flatMap(({ parts }) => parts),
  ...jobs.parts,
  ...(secrets ?? []),
  ...pictures.sums,
];

function compareParts(manifest: Manifest, found: readonly Part[]): void {
  const wanted = partsOf(manifest);
  const at = wanted.findIndex(({ name, size, sha256 }, n) => {
    const part = found[n];
    return part?.name !== name || part.size !== size || part.sha256 !== sha256;
  });
  if (at !== -1) throw damaged(`${wanted[at]?.name} is not as it was written`);
  if (found.length > wanted.length) throw damaged(`it holds ${found[wanted.length]?.name}, which its manifest does not know`);
}
