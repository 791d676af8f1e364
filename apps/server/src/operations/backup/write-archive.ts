import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { type Manifest, type Part, entryNames } from './manifest.ts';
import { paddingFor, tarEnd, tarHeader } from './tar.ts';

export interface ArchiveWriter {
  /** Appends a member. */
  add(name: string, bytes: Buffer): Promise<Part>;
  /** Appends what makes it an archive: without this it is none. Answers its size. */
  finish(manifest: Manifest): Promise<number>;
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export function writeArchive(file: FileHandle, madeAt: Date): ArchiveWriter {
  const time = Math.floor(madeAt.getTime() / 1000);
  let written = 0;
  async function add(name: string, bytes: Buffer): Promise<Part> {
    const all = [tarHeader({ name, size: bytes.length, time }), bytes, Buffer.alloc(paddingFor(bytes.length))];
    await writeAll(file, all);
    written += all.reduce((sum, { length }) => sum + length, 0);
    return { name, size: bytes.length, sha256: sha256(bytes) };
  }
  return {
    add,
    async finish(manifest) {
      const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
      const { sha256: sum } = await add(entryNames.manifest, bytes);
      await add(entryNames.manifestSum, Buffer.from(`${sum}  ${entryNames.manifest}\n`));
      await writeAll(file, [tarEnd]);
      return written + tarEnd.length;
    },
  };
}

/** A disk that is nearly full may take less than it was given. */
async function writeAll(file: FileHandle, buffers: Buffer[]): Promise<void> {
  const size = buffers.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(buffers);
  if (bytesWritten < size) await file.writeFile(Buffer.concat(buffers).subarray(bytesWritten));
}
