import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, type Module, readModules, root, sin } from './source.ts';

const modules = readModules('packages', 'apps/server', 'apps/web', 'scripts', 'e2e', 'bench');

const junk = /^(?:utils?|helpers?|common|managers?|base|services?|misc|index)$/;
const configs = /(?:\.config|\.setup)\.(?:ts|mjs)$/;

function badNames(at: string): string[] {
  return at.split('/').flatMap((part) => {
    const words = part.replace(/\.(?:test|config|setup|d)?\.?(?:ts|tsx|mjs)$/, '');
    if (part.startsWith('.') || words.includes('.')) return [];
    const sins = [];
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(words)) sins.push(`${at}: ${part} is not kebab-case`);
    if (words.split('-').some((word) => junk.test(word))) sins.push(`${at}: ${part} says nothing of the product`);
    return sins;
  });
}

const defaultExports = (all: readonly Module[]): string[] =>
  all.filter((module) => module.hasDefaultExport && !configs.test(module.path)).map((module) => `${module.path} has a default export`);

/** Words of a machine on which the project was once worked on have no place in it. */
const machine = /(?:^|[^\w.])\/(?:work|home\/\w+|Users\/\w+|root)\/|\.\.\/shared\//;

test('the checks below read the modules', () => {
  expect(modules.length).toBeGreaterThan(150);
});

test('files are kebab-case and named by the product', () => {
  expect(modules.flatMap((module) => badNames(module.path))).toEqual([]);
  for (const at of ['a/photoCard.tsx', 'a/utils.ts', 'a/date-helpers.ts', 'a/index.ts', 'services/a.ts', 'a/Photo.ts'])
    expect(badNames(`apps/web/src/${at}`), at).toHaveLength(1);
});

test('nothing is exported without a name', () => {
  expect(defaultExports(modules)).toEqual([]);
  expect(defaultExports([sin('apps/server/src/a.ts', 'export default 1')])).toHaveLength(1);
  expect(defaultExports([sin('apps/server/src/a.ts', "export { a as default } from './a.ts'")])).toHaveLength(1);
});

test('nothing names a place on somebody’s machine', () => {
  const files = [
    ...filesBelow('.').filter((at) => /\.(?:ts|tsx|mjs|json|md|sql|css|html|yml|yaml|sh)$/.test(at) && at !== 'package-lock.json'),
  ];
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((at) => machine.test(readFileSync(path.join(root, at), 'utf8')))).toEqual([]);
  expect(machine.test(['see ', 'home', 'ada', 'mbari'].join('/'))).toBe(true);
  expect(machine.test(`cd ${['', 'work', 'main'].join('/')}`)).toBe(true);
});
