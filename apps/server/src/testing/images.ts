import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transformWithOxc } from 'vite';

const folder = path.join(import.meta.dirname, '../../../../node_modules/.cache/mbari');

/** The real worker for pictures, as JavaScript that every Node we support can run. Answers where it is. */
export const buildTestWorker = (): Promise<string> => build(path.join(import.meta.dirname, '../adapters/images-worker.ts'));

/** Beside it what it imports of ours, each named by what is in it. */
async function build(source: string): Promise<string> {
  let { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { sourcemap: false });
  for (const [, name] of code.matchAll(/from "(\.[^"]+\.ts)"/g))
    code = code.replaceAll(`"${name}"`, `"./${path.basename(await build(path.join(path.dirname(source), name!)))}"`);
  const program = path.join(folder, `${path.basename(source, '.ts')}-${createHash('sha1').update(code).digest('hex')}.mjs`);
  const draft = `${program}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  await writeFile(draft, code);
  await rename(draft, program);
  return program;
}
