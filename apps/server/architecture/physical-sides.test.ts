import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { filesBelow, root } from './source.ts';

/** Properties with a logical equivalent. */
const property =
  /^(?:(?:margin|padding|scroll-(?:margin|padding)|border)-(?:left|right)(?:-\w+)?|left|right|border-(?:top|bottom)-(?:left|right)-radius)$/;
const aligned = /^(?:text-align|float|clear)$/;
const boxes = /^(?:margin|padding|inset|border-(?:width|color|style))$/;
const moves = /^(?:transform|translate)$/;
/** Utility classes that name left or right, such as `ml-2`. */
const utility =
  /^-?(?:(?:ml|mr|pl|pr|left|right|scroll-m[lr]|scroll-p[lr])-|(?:border-[lr]|rounded-(?:[lr]|[tb][lr])|(?:text|float)-(?:left|right))(?:-|$))/;

const mirror = /^-scale-(?:x-)?\d/;

/** Returns the declarations of a style sheet that name left or right instead of start or end. */
function physicalSidesOfCss(css: string): string[] {
  const plain = css.replaceAll(/\/\*[^]*?\*\//g, '');
  return [...plain.matchAll(/([\w-]+)\s*:\s*([^;{}]+)[;}]/g)].flatMap(([, name = '', value = '']) =>
    isPhysical(name, value.trim()) ? [`${name}: ${value.trim()}`] : [],
  );
}

function isPhysical(name: string, value: string): boolean {
  if (property.test(name)) return true;
  // The base style sheet already mirrors arrow icons, so a second mirroring would undo it.
  if (name === 'scale') return value.startsWith('-');
  if (aligned.test(name)) return /\b(?:left|right)\b/.test(value);
  if (name === 'transform-origin') return /\b(?:left|right)\b/.test(value);
  if (boxes.test(name)) {
    const sides = splitValue(value);
    return sides.length === 4 && sides[1] !== sides[3];
  }
  return moves.test(name) && movesAcross(name, value);
}

/** Returns whether a value moves something sideways by a length that does not follow the reading direction. */
function movesAcross(name: string, value: string): boolean {
  const across =
    name === 'translate' ? splitValue(value)[0] : /translate(?:X|3d)?\(\s*((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+)/.exec(value)?.[1];
  return across !== undefined && !/^(?:0(?:px)?|none|var\(--\w+\)|inherit)$/.test(across.trim()) && !across.includes('--forward');
}

/** Splits `1px calc(2px + 3px)` into its two parts. */
const splitValue = (value: string): string[] => value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

const styleKey = /^(?:left|right|(?:margin|padding|border)(?:Left|Right)\w*)$/;

/** Returns the inline styles and utility classes of a web module that name left or right. */
function physicalSidesOfModule(path: string, text: string): string[] {
  const results: string[] = [];
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || value === null) return;
      const written = text.slice(value.start, value.end);
      if (name.name === 'style')
        results.push(...[...written.matchAll(/[{,]\s*['"]?(\w+)['"]?\s*:/g)].flatMap(([, key = '']) => (styleKey.test(key) ? [key] : [])));
      if (name.name === 'className')
        results.push(...written.split(/[\s'"`{}]+/).filter((word) => namesSide(word.replace(/^(?:[\w-]+:)+/, ''))));
    },
  }).visit(parseSync(path, text).program);
  return results;
}

const namesSide = (word: string): boolean => utility.test(word) || mirror.test(word);

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
