import { expect, test } from 'vitest';
import { featureSizes, functionLengths, largeFeatures, longFunctions, productRoots } from './sizes.ts';
import { filesBelow, readModules, sin } from './source.ts';

const files = productRoots.flatMap(filesBelow);
const modules = readModules(...productRoots);

test('a feature of more than twenty files is two', () => {
  const sizes = featureSizes(files);
  console.info(`Counted the files of ${sizes.size} features: ${[...sizes.values()].reduce((sum, one) => sum + one, 0)} without tests`);
  expect(sizes.size).toBeGreaterThan(75);
  expect(largeFeatures(files)).toEqual([]);
});

test('a large feature is found, with its style sheets and folders and without its tests', () => {
  const made = (count: number, name: string): string[] => Array.from({ length: count }, (_, at) => name.replace('#', String(at)));
  const feature = 'apps/web/src/features/people';
  expect(largeFeatures(made(21, `${feature}/a-#.tsx`))).toHaveLength(1);
  expect(largeFeatures(made(21, 'apps/server/src/features/people/a-#.ts'))).toHaveLength(1);
  expect(largeFeatures([...made(19, `${feature}/a-#.tsx`), `${feature}/a.css`, `${feature}/list/b.ts`])).toHaveLength(1);
  expect(largeFeatures([...made(20, `${feature}/a-#.tsx`), ...made(9, `${feature}/a-#.test.tsx`)])).toEqual([]);
});

test('a function of more than sixty lines is two', () => {
  const read = modules.filter(({ path }) => !/\.(?:test|setup)\.tsx?$/.test(path));
  const lengths = functionLengths(modules);
  console.info(`Measured ${lengths.length} functions in ${read.length} of ${modules.length} modules`);
  expect(read.length).toBeGreaterThan(800);
  expect(lengths.length).toBeGreaterThan(4000);
  expect(longFunctions(modules)).toEqual([]);
});

const lines = (count: number): string => 'now();\n'.repeat(count);

test.each([
  ['a function', `export function read() {\n${lines(59)}}`],
  ['an asynchronous one', `export async function read() {\n${lines(59)}}`],
  ['a generator', `function* read() {\n${lines(59)}}`],
  ['an arrow', `export const read = () => {\n${lines(59)}};`],
  ['an arrow without a body', `export const read = (\n) => (\n[\n${'now(),\n'.repeat(57)}]);`],
  ['a function without a name', `export const read = function () {\n${lines(59)}};`],
  ['a method of an object', `export const reader = { read() {\n${lines(59)}} };`],
  ['a getter', `export const reader = { get all() {\n${lines(59)}} };`],
  ['a method of a class', `export class Reader { read() {\n${lines(59)}} }`],
  ['a constructor', `export class Reader { constructor() {\n${lines(59)}} }`],
  ['a field of a class', `export class Reader { all = () => {\n${lines(59)}}; }`],
  ['an argument', `useEffect(() => {\n${lines(59)}}, []);`],
  ['a function in a short one', `export const read = () => read(function () {\n${lines(59)}});`],
])('a long function is found where it is %s; one that is a line shorter is not', (_, text) => {
  const found = (code: string, at = 'x.tsx') => longFunctions([sin(`apps/web/src/lib/${at}`, code)]);
  // The short one around it is as long as what it has inside.
  expect(found(text).length).toBeGreaterThan(0);
  expect(found(text.replace(/now\(\)[;,]\n/, ''))).toEqual([]);
  expect(found(text, 'x.test.tsx')).toEqual([]);
});
