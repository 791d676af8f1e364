import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const skipped = new Set(['node_modules', 'dist', 'dist.next', 'generated', '.git', '.cache']);

/** Returns one hash of the contents and names of these files and folders. */
export function hashOf(sources) {
  const hash = createHash('sha256').update(process.version);
  const add = (at) => {
    const full = path.join(root, at);
    if (!existsSync(full)) return;
    if (!statSync(full).isDirectory()) return void hash.update(`${at}\0`).update(readFileSync(full));
    for (const name of readdirSync(full).sort()) if (!skipped.has(name)) add(path.join(at, name));
  };
  sources.forEach(add);
  return hash.digest('hex');
}

export function noted(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  } catch {
    return null;
  }
}

export const note = (file, value) => writeFileSync(path.join(root, file), `${JSON.stringify(value)}\n`);
