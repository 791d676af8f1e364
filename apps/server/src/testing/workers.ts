import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transformWithOxc } from 'vite';

const folder = path.join(import.meta.dirname, '../../../../node_modules/.cache/mbari');

/** Builds a platform worker as JavaScript for every supported Node. Returns its path. */
export const buildTestWorker = (name: 'images/images-worker' | 'markdown/markdown-worker'): Promise<string> =>
  build(path.join(import.meta.dirname, `../platform/${name}.ts`));

const contract = path.join(import.meta.dirname, '../../../../packages/contract/src');

/** Builds a worker and its own imports. File names contain a hash of the code. */
async function build(source: string): Promise<string> {
  let { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { sourcemap: false });
  for (const [, name = ''] of code.matchAll(/from "(\.[^"]+\.ts|@mbari\/contract\/[^"]+)"/g)) {
    const file = name.startsWith('.') ? path.join(path.dirname(source), name) : `${name.replace('@mbari/contract', contract)}.ts`;
    code = code.replaceAll(`"${name}"`, `"./${path.basename(await build(file))}"`);
  }
  const program = path.join(folder, `${path.basename(source, '.ts')}-${createHash('sha1').update(code).digest('hex')}.mjs`);
  const draft = `${program}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  await writeFile(draft, code);
  await rename(draft, program);
  return program;
}
