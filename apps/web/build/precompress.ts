import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const worthIt = /\.(?:js|css|svg|json|txt|webmanifest|wasm)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

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
      await Promise.all(files.map((file) => compressBoth(join(file.parentPath, file.name))));
    },
  };
}

async function compressBoth(path: string): Promise<void> {
  const plain = await readFile(path);
  if (plain.length < 1024) return;
  const asBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
  await Promise.all([
    brotli(plain, asBrotli).then((small) => writeFile(`${path}.br`, small)),
    gzipped(plain, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
