import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, root } from './source.ts';

/** Paths of a developer's machine. */
const machine = /(?:^|[^\w.])\/(?:work|home\/\w+|Users\/\w+|root)\/|\.\.\/shared\//;

test('no file contains a path of a developer’s machine', () => {
  const files = filesBelow('.').filter(
    (file) => /\.(?:ts|tsx|mjs|json|md|sql|css|html|yml|yaml|sh)$/.test(file) && file !== 'package-lock.json',
  );
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => machine.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  expect(machine.test(['see ', 'home', 'ada', 'mbari'].join('/'))).toBe(true);
  expect(machine.test(`cd ${['', 'work', 'main'].join('/')}`)).toBe(true);
});
