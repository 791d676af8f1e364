import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { type Module, readModules, sin } from './source.ts';

/** Methods that return the current content of the page immediately. */
const atOnce = new Set(['count', 'allTextContents', 'allInnerTexts']);
/** Methods that wait for the element, but not for its text. */
const asserted = new Set([
  'textContent',
  'innerText',
  'inputValue',
  'getAttribute',
  'isVisible',
  'isHidden',
  'isEnabled',
  'isDisabled',
  'isChecked',
]);
/** The only file that may read directly. Its helpers wait before they read. */
const reader = 'e2e/screen.ts';

/** Returns reads that depend on timing. `expect(locator).to…` waits, and `expect.poll` retries. */
function hastyReads(module: Module): string[] {
  const reads: { name: string; start: number }[] = [];
  const assertions: [number, number][] = [];
  const retriedRanges: [number, number][] = [];
  new Visitor({
    CallExpression({ callee, arguments: given, start, end }) {
      if (callee.type === 'Identifier' && callee.name === 'expect') assertions.push([start, end]);
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      if (name === 'poll') retriedRanges.push([start, end]);
      if (name === 'toPass') retriedRanges.push([callee.object.start, callee.object.end]);
      if ((atOnce.has(name) && given.length === 0) || asserted.has(name)) reads.push({ name, start });
    },
  }).visit(parseSync(module.path, module.text).program);
  const within = (ranges: [number, number][], position: number): boolean =>
    ranges.some(([start, end]) => start <= position && position < end);
  return reads
    .filter(({ name, start }) => !within(retriedRanges, start) && (atOnce.has(name) ? module.path !== reader : within(assertions, start)))
    .map(({ name, start }) => `${module.path}:${module.text.slice(0, start).split('\n').length} reads ${name}() without waiting`);
}

test('browser tests read the page only with assertions that wait', () => {
  const modules = readModules('e2e');
  expect(modules.filter(({ text }) => text.includes('@playwright/test')).length).toBeGreaterThan(10);
  expect(modules.flatMap(hastyReads)).toEqual([]);
});

test.each([
  `expect(await page.getByRole('option').count()).toBe(3)`,
  `const codes = await dialog.getByRole('listitem').allTextContents()`,
  `expect((await items.allInnerTexts()).length).toBe(3)`,
  `expect(await title.textContent()).toBe('Uli')`,
  `expect(await photo.getAttribute('src')).toBe(before)`,
])('a read that does not wait is reported: %s', (text) => {
  expect(hastyReads(sin('e2e/journeys/planted.spec.ts', text))).toHaveLength(1);
});

test.each([
  `await expect(page.getByRole('option')).toHaveCount(3)`,
  `await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(3)`,
  `await expect(async () => expect(await title.textContent()).toBe('Uli')).toPass()`,
  `const before = await title.textContent()`,
])('a read that waits is not reported: %s', (text) => {
  expect(hastyReads(sin('e2e/journeys/planted.spec.ts', text))).toEqual([]);
});

/** Files that may not sleep. */
const unhurried = /^e2e\/(?:journeys|languages|firefox|[\w-]+\.ts)/;

const sleeps = (module: Module): string[] =>
  module.text
    .split('\n')
    .flatMap((line, index) => (/(?<![.\w])setTimeout\([^)]+,|waitForTimeout\(/.test(line) ? [`${module.path}:${index + 1} sleeps`] : []));

test('browser tests wait for conditions, not for time', () => {
  expect(
    readModules('e2e')
      .filter(({ path }) => unhurried.test(path))
      .flatMap(sleeps),
  ).toEqual([]);
});

test.each([`await page.waitForTimeout(300)`, `await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))`])(
  'a sleep is reported: %s',
  (text) => {
    expect(unhurried.test('e2e/journeys/planted.spec.ts')).toBe(true);
    expect(sleeps(sin('e2e/journeys/planted.spec.ts', text))).toHaveLength(1);
  },
);
