import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { physicalSidesOfCss, physicalSidesOfModule } from './physical-sides.ts';
import { filesBelow, root } from './source.ts';

/** Allowed uses of left and right, each with the reason why the reading direction does not matter. */
const intended: Record<string, string> = {
  'apps/web/src/forum/writing/quote-selection.tsx: left': 'beside the words that are selected, where the screen has them',
};

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const files = filesBelow('apps/web/src').filter((file) => /\.(?:css|tsx)$/.test(file) && !file.endsWith('.test.tsx'));
const results = files.flatMap((file) =>
  (file.endsWith('.css') ? physicalSidesOfCss(read(file)) : physicalSidesOfModule(file, read(file))).map((side) => `${file}: ${side}`),
);

test('screens use logical sides, which mirror in right-to-left languages', () => {
  expect(files.filter((file) => file.endsWith('.css')).length).toBeGreaterThan(40);
  expect(files.filter((file) => file.endsWith('.tsx')).length).toBeGreaterThan(200);
  expect(results.filter((utility) => !(utility in intended))).toEqual([]);
  expect(Object.keys(intended).filter((utility) => !results.includes(utility))).toEqual([]);
});

test.each([
  'margin-left: 1px',
  'padding-right: var(--s1)',
  'left: 0',
  'border-left: 1px solid',
  'border-right-color: red',
  'border-top-left-radius: 4px',
  'scroll-margin-left: 2px',
  'text-align: right',
  'float: left',
  'transform-origin: left',
  'margin: 0 1px 0 2px',
  'inset: 0 auto 0 0',
  'padding: 1px calc(2px + (3px * 2)) 1px 0',
  'transform: translateX(-24px)',
  'transform: translate(4px, 0)',
  'translate: 12px 0',
  'scale: -1 1',
])('the physical side in a style sheet is reported: %s', (declaration) => {
  expect(physicalSidesOfCss(`.a { color: red; ${declaration}; }`)).toEqual([declaration]);
  expect(physicalSidesOfCss(`@media (max-width: 1px) { .a { ${declaration} } }`)).toEqual([declaration]);
});

test.each([
  'margin-inline-start: 1px',
  'inset-inline: 0 auto',
  'margin: 0 1px',
  'margin: 0 1px 2px 1px',
  'inset: auto 0 0',
  'text-align: start',
  'transform: translateY(8px)',
  'translate: 0 1px',
  'scale: 1.02',
  'translate: calc(12px * var(--forward)) 0',
  'transform: translateX(calc(-24px * var(--forward)))',
])('a style that mirrors or needs no mirroring is not reported: %s', (declaration) => {
  expect(physicalSidesOfCss(`.a { ${declaration}; }`)).toEqual([]);
});

test.each([
  ['<p style={{ left: 1 }} />', ['left']],
  ["<p style={{ top: 1, 'marginLeft': 2 }} />", ['marginLeft']],
  ['<p className="flex ml-2 max-tablet:pr-s3" />', ['ml-2', 'max-tablet:pr-s3']],
  ['<p className="flex rtl:-scale-x-100" />', ['rtl:-scale-x-100']],
  ["<p className={wide ? '-left-4' : 'text-right'} />", ['-left-4', 'text-right']],
  ['<p style={{ insetInlineStart: 1 }} className="ms-2 plan me-auto prose right text-start" />', []],
])('a module’s physical sides are found: %s', (jsx, sides) => {
  expect(physicalSidesOfModule('a.tsx', `const a = ${jsx};`)).toEqual(sides);
});
