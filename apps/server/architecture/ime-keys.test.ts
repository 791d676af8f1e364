import { expect, test } from 'vitest';
import { type Module, readModules, sin } from './source.ts';

const listens = /onKeyDown|keydown/;
const actsOnKey = /[!=]== '(?:Enter|Escape|\/)'|^\s*(?:Enter|Escape|'\/'): \(/m;

/** Returns modules that handle Enter, Escape or a slash without checking for input methods (IME). */
const withoutImeCheck = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ path, text }) => !/\.test\.tsx?$|\/testing\//.test(path) && listens.test(text) && actsOnKey.test(text))
    .filter(({ text }) => !text.includes('isImeKey(event)'))
    .map(({ path }) => path);

test('key handlers ignore keys that an input method uses', () => {
  const modules = readModules('apps/web/src');
  expect(modules.filter(({ text }) => text.includes('isImeKey(event)')).length).toBeGreaterThan(10);
  expect(withoutImeCheck(modules)).toEqual([]);
});

test.each([
  `const onKeyDown = (event) => { if (event.key === 'Enter' && !event.isComposing) send(); };`,
  `addEventListener('keydown', ({ key }) => key === 'Escape' && close());`,
])('a handler without the check is reported: %s', (text) => {
  expect(withoutImeCheck([sin('apps/web/src/planted/planted.ts', text)])).toHaveLength(1);
});
