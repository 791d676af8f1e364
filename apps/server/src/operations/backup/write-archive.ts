import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { createTarPacker } from 'modern-tar';
import { type Manifest, type Part, entryNames } from './manifest.ts';

/** In bytes; entries are buffered in memory. */
export const maxEntrySize = 64 * 1024 ** 2;

export interface ImageFile {
  file: string;
  /** Returns null if the file cannot be read. */
  read: () => Promise<Buffer | null>;
}

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<Part>;
  /** Adds the files of an image; null for those that cannot be read. Called with ascending ids. */
  addImage(id: string, files: readonly ImageFile[]): Promise<(Part | null)[]>;
  /** Returns the number of bytes written. */
  finish(manifest: Manifest): Promise<number>;
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export function writeArchive(file: FileHandle, createdAt: Date): ArchiveWriter {
  const { readable, controller } = createTarPacker();
  let size = 0;
  const streamEnd = readable.pipeTo(
    new WritableStream({
      async write(chunk) {
        await file.writeFile(chunk);
        size += chunk.length;
      },
    }),
  );
  // Prevents an unhandled rejection; `add` or `finish` reports the failed write.
  streamEnd.catch(() => undefined);

  async function add(name: string, bytes: Buffer): Promise<Part> {
    if (bytes.length > maxEntrySize) throw new Error(`${name} is too large for an archive`);
    const entry = controller.add({ name, size: bytes.length, mode: 0o600, mtime: createdAt }).getWriter();
    await entry.write(bytes);
    await entry.close();
    return { name, size: bytes.length, sha256: sha256(bytes) };
  }
  return {
    add,
    async addImage(id, files) {
      const contents = await Promise.all(files.map(async ({ file, read }) => ({ name: entryNames.image(id, file), bytes: await read() })));
      const parts: (Part | null)[] = [];
      for (const { name, bytes } of contents) parts.push(bytes && (await add(name, bytes)));
      return parts;
    },
    async finish(manifest) {
      const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
      const { sha256: checksum } = await add(entryNames.manifest, bytes);
      await add(entryNames.manifestSum, Buffer.from(`${checksum}  ${entryNames.manifest}\n`));
      controller.finalize();
      await streamEnd;
      return size;
    },
  };
}
