import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transformWithOxc } from 'vite';

/** The real worker for pictures, as JavaScript that every Node we support can run. Answers where it is. */
export async function buildTestWorker(): Promise<string> {
  const source = path.join(import.meta.dirname, '../outside/images-worker.ts');
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { sourcemap: false });
  const folder = path.join(import.meta.dirname, '../../../../node_modules/.cache/mbari');
  const program = path.join(folder, `images-worker-${createHash('sha1').update(code).digest('hex')}.mjs`);
  const draft = `${program}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  await writeFile(draft, code);
  await rename(draft, program);
  return program;
}
