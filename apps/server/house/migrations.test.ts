import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, root } from './source.ts';

/** SHA-256 of every migration that is in a release. A released migration never changes: mend it by a new one. */
const released: Record<string, string> = {};

const folder = 'apps/server/migrations';
const names = filesBelow(folder).map((at) => path.posix.basename(at));

function wrongNames(files: readonly string[]): string[] {
  return files.filter((name, index) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || Number(name.slice(0, 4)) !== index + 1);
}

const changed = (digests: Record<string, string>, read: (name: string) => string): string[] =>
  Object.entries(digests)
    .filter(([name, digest]) => createHash('sha256').update(read(name)).digest('hex') !== digest)
    .map(([name]) => name);

test('migrations are numbered from 1 without a gap, and never two by one number', () => {
  expect(names.length).toBeGreaterThan(2);
  expect(wrongNames(names)).toEqual([]);
  expect(wrongNames(['0001_a.sql', '0001_b.sql'])).toEqual(['0001_b.sql']);
  expect(wrongNames(['0001_a.sql', '0003_b.sql'])).toEqual(['0003_b.sql']);
  expect(wrongNames(['0001-a.sql'])).toEqual(['0001-a.sql']);
});

test('a released migration is as it was released', () => {
  expect(changed(released, (name) => readFileSync(path.join(root, folder, name), 'utf8'))).toEqual([]);
  expect(changed({ a: createHash('sha256').update('select 1').digest('hex') }, () => 'select 2')).toEqual(['a']);
});

test('migrations ask for nothing newer than PostgreSQL 15', () => {
  const newer = /\b(?:uuidv7|uuidv4|any_value|json_table|merge_action)\s*\(|\bvirtual\b|\bwithout overlaps\b|\bnot enforced\b/i;
  expect(names.filter((name) => newer.test(readFileSync(path.join(root, folder, name), 'utf8')))).toEqual([]);
  expect(newer.test('id uuid default uuidv7()')).toBe(true);
});
