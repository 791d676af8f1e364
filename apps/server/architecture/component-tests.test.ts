import { expect, test } from 'vitest';
import { type Module, readModules, sin } from './source.ts';

const isTest = ({ path }: Module): boolean => path.endsWith('.test.tsx');
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const isForm = ({ path, text }: Module): boolean => path.startsWith('apps/web/src/') && /\buseForm[<(]/.test(text);
const isPart = ({ path }: Module): boolean => path.startsWith('apps/web/src/platform/ui/') && path.endsWith('.tsx');

/** What a test draws: the files of its own folder that it imports, and those that they import. */
function drawnBy(tested: Module, modules: ReadonlyMap<string, Module>): Set<string> {
  const drawn = new Set<string>();
  const follow = ({ imports }: Module): void => {
    for (const { to, isType } of imports) {
      const module = modules.get(to);
      if (isType || module === undefined || drawn.has(to) || folderOf(to) !== folderOf(tested.path)) continue;
      drawn.add(to);
      follow(module);
    }
  };
  follow(tested);
  return drawn;
}

/** Forms and parts of `ui/` that no test beside them draws. */
function withoutTest(modules: readonly Module[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const drawn = new Set(modules.filter(isTest).flatMap((one) => [...drawnBy(one, byPath)]));
  return modules
    .filter((module) => !isTest(module) && (isForm(module) || isPart(module)) && !drawn.has(module.path))
    .map(({ path }) => `${path} has no component test beside it`);
}

test('each form and each part of ui/ has a component test beside it', () => {
  const modules = readModules('apps/web/src');
  expect(modules.filter(isForm).length).toBeGreaterThan(40);
  expect(modules.filter(isPart).length).toBeGreaterThan(20);
  expect(withoutTest(modules)).toEqual([]);
});

const form = sin('apps/web/src/photos/planted/planted-dialog.tsx', `export const PlantedDialog = () => useForm<Values>({ send });`);
const host = sin('apps/web/src/photos/planted/planted-host.tsx', `import { PlantedDialog } from './planted-dialog.tsx';`);
const testOf = (path: string, request: string, kind = 'import') =>
  sin(`apps/web/src/photos/${path}.test.tsx`, `${kind} { Planted } from '${request}';`);

test.each([
  ['without any test', []],
  ['with one that takes a type of it', [testOf('planted/planted-dialog', './planted-dialog.tsx', 'import type')]],
  ['with one of another feature', [testOf('others/others', '~/photos/planted/planted-dialog.tsx')]],
])('a form %s is found', (_how, tests) => {
  expect(withoutTest([form, ...tests])).toHaveLength(1);
});

test('a part of ui/ without a test is found', () => {
  expect(withoutTest([sin('apps/web/src/platform/ui/planted.tsx', `export const Planted = () => null;`)])).toHaveLength(1);
});

test.each([
  ['itself', testOf('planted/planted-dialog', './planted-dialog.tsx')],
  ['by another way of writing it', testOf('planted/planted-dialog', '~/photos/planted/planted-dialog.tsx')],
  ['in what opens it', testOf('planted/planted-host', './planted-host.tsx')],
])('a form that a test draws %s is not', (_how, tested) => {
  expect(withoutTest([form, host, tested])).toEqual([]);
});
