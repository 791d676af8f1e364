import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const worthIt = /\.(?:js|css|svg|json|txt|webmanifest|wasm)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Files above this many bytes are compressed less. On the HEIC decoder, the highest level took half the build time to save a percent. */
const huge = 1024 * 1024;

/**
 * Writes `x.br` and `x.gz` for every file that becomes smaller, so that the server never compresses
 * files. Skips HTML, because the server writes into its head.
 */
export function precompress(): Plugin {
  return {
    name: 'mbari-precompress',
    apply: 'build',
    async writeBundle({ dir: folder = 'dist' }) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && worthIt.test(entry.name));
      const others = await otherBuilds(folder);
      await Promise.all(
        files.map(async (file) => {
          const path = join(file.parentPath, file.name);
          const plain = await readFile(path);
          if (plain.length < 1024 || (await copyFrom(others, path, relative(folder, path), plain))) return;
          await compressBoth(path, plain);
        }),
      );
    },
  };
}

/** Returns the folders of builds in other languages, which share most large files. */
async function otherBuilds(folder: string): Promise<string[]> {
  const all = await readdir(dirname(folder), { withFileTypes: true });
  return all.filter((entry) => entry.isDirectory() && !entry.name.endsWith('.next')).map(({ name }) => join(dirname(folder), name));
}

async function copyFrom(builds: readonly string[], path: string, name: string, plain: Buffer): Promise<boolean> {
  for (const build of builds) {
    const same = join(build, name);
    if (same === path || !(await readFile(same).catch(() => null))?.equals(plain)) continue;
    const copied = await Promise.all(['.br', '.gz'].map((ending) => copyFile(`${same}${ending}`, `${path}${ending}`))).catch(() => null);
    if (copied) return true;
  }
  return false;
}

async function compressBoth(path: string, plain: Buffer): Promise<void> {
  const asBrotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: plain.length < huge ? 11 : 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  };
  await Promise.all([
    brotli(plain, asBrotli).then((small) => writeFile(`${path}.br`, small)),
    gzipped(plain, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
