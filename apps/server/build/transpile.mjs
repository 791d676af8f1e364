import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transformWithOxc } from 'vite';

/**
 * Removes the types from a folder's TypeScript, file by file, without tests. Types are checked by `npm run check`, which takes
 * twenty times as long.
 */
export async function transpile(from, into) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)));
  const wanted = files.filter((file) => !/\.test\.ts$|\.d\.ts$|^testing[\\/]/.test(file));
  const folders = new Set(wanted.map((file) => path.dirname(path.join(into, file))));
  await Promise.all(Array.from(folders, (folder) => mkdir(folder, { recursive: true })));
  await Promise.all(wanted.map((file) => transpileFile(path.join(from, file), path.join(into, file))));
}

async function transpileFile(from, into) {
  const source = await readFile(from, 'utf8');
  if (!from.endsWith('.ts')) return writeFile(into, source);
  const { code, map } = await transformWithOxc(source, from, {
    target: 'es2023',
    sourcemap: true,
    tsconfig: false,
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  });
  const script = into.replace(/\.ts$/, '.js');
  map.sources = [path.relative(path.dirname(script), from)];
  await writeFile(script, `${code}\n//# sourceMappingURL=${path.basename(script)}.map\n`);
  await writeFile(`${script}.map`, JSON.stringify(map));
}
