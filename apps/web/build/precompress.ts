import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const worthIt = /\.(?:js|css|svg|json|txt|webmanifest|wasm)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Bytes from which the last percent of a file takes longer than it is worth: the decoder of HEIC images took half of a build's time. */
const huge = 1024 * 1024;

/**
 * Lays `x.br` and `x.gz` beside every file of the build that it makes smaller, once and as small as can be, so that the server never compresses
 * one. Pages of HTML are left out: the server writes into their head.
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

/** The builds in other languages, which have most of the large files in common. */
async function otherBuilds(folder: string): Promise<string[]> {
  const all = await readdir(dirname(folder), { withFileTypes: true });
  // Not those that are being made.
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
