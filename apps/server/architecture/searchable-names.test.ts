import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unsearchableClasses, unsearchableComments, unsearchableNames } from './searchable-names.ts';
import { filesBelow, readModules, root, sin } from './source.ts';

const modules = readModules('packages', 'apps', 'scripts', 'e2e', 'bench');
const sheets = filesBelow('apps').filter((at) => at.endsWith('.css'));

test('the checks below read every module and every style sheet', () => {
  console.info(`Read the names in ${modules.length} modules and ${sheets.length} style sheets`);
  expect(modules.length).toBeGreaterThan(1_000);
  expect(sheets.length).toBeGreaterThan(20);
});

test('a newcomer can search for every name: none is a private word', () => {
  expect(unsearchableNames(modules)).toEqual([]);
});

test.each([
  'const told = 1;',
  'function holdRow() {}',
  'interface PhotoDoor {}',
  'type Standing = 1;',
  'const { heldLock } = a;',
  'a.placeInTime();',
  'const at = { held_rows: 1 };',
  'class A { #trail = 1; }',
  'export { a as walkedList } from "./a.ts";',
  'const [places] = a;',
  'interface FootProps {}',
  'const lookKey = 1;',
  'const { pictures } = a;',
])('a private word is found: %s', (text) => {
  expect(unsearchableNames([sin('apps/server/src/a.ts', text)])).toHaveLength(1);
});

test('comments do without those that are no plain English', () => {
  expect(unsearchableComments(modules)).toEqual([]);
  expect(unsearchableComments([sin('apps/server/src/a.ts', '/** Of all\n * pictures. */\nconst a = 1; // a deed')])).toHaveLength(2);
  expect(unsearchableComments([sin('apps/server/src/a.ts', '// indeed, it matters in place of `images`')])).toEqual([]);
});

test('a private word is found in a component, the name of a file or folder, and a class', () => {
  expect(unsearchableNames([sin('apps/web/src/a.tsx', 'const a = <NothingHangs />;')])).toHaveLength(1);
  expect(unsearchableNames([sin('apps/web/src/photo-door.ts', 'export {};')])).toHaveLength(1);
  expect(unsearchableNames([sin('apps/server/house/a.ts', 'export {};')])).toHaveLength(1);
  expect(unsearchableClasses('a.css', '.seek-field { color: red }')).toHaveLength(1);
  expect(unsearchableClasses('a.css', '.a { --door: 1px }')).toHaveLength(1);
});

test('standard words that contain one are none', () => {
  const html = 'const a = <picture className="picture" />;';
  expect(unsearchableNames([sin('apps/web/src/a.tsx', html), sin('apps/server/src/a.ts', 'const a = { profile_picture: 1 };')])).toEqual(
    [],
  );
  const text = 'const [placeholder, threshold, uphold, household, matrix, format, departed, understanding, outdoor] = a;';
  expect(unsearchableNames([sin('apps/server/src/a.ts', text)])).toEqual([]);
  expect(unsearchableClasses('a.css', '.a { place-items: center; letter-spacing: 0.5em }')).toEqual([]);
});

test('classes and custom properties are searchable, too', () => {
  expect(sheets.flatMap((at) => unsearchableClasses(at, readFileSync(path.join(root, at), 'utf8')))).toEqual([]);
});
