import path from 'node:path';
import * as sentences from '@mbari/contract/platform/sentences';
import { expect, test } from 'vitest';
import { readCatalogues } from '../../../packages/words/generator/read-catalogues.mjs';
import { type Module, readModules, root } from './source.ts';

const { catalogues } = readCatalogues(path.join(root, 'packages/words/locales'));
const english = Object.fromEntries(Object.entries(catalogues['en'] ?? {}).map(([subject, texts]) => [subject, Object.keys(texts)]));
const modules = readModules('apps/web/src', 'apps/web/build', 'apps/server/src', 'packages/contract/src').filter(
  ({ path: at }) => !/\.test\.tsx?$/.test(at),
);

test('every message of the catalogues is used', () => {
  expect(Object.values(english).flat().length).toBeGreaterThan(90);
  expect(unusedKeys(english, modules)).toEqual([]);
});

test('the catalogues have every refusal of a schema, and the names of fields that people fill in', () => {
  const shapes = modules.filter(({ path: at }) => at.startsWith('packages/contract/src/')).map(({ text }) => text);
  const matchesOf = (pattern: RegExp) => [...new Set(shapes.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))];
  const reasons = matchesOf(/because\('(\w+)'/g);
  expect(reasons.length).toBeGreaterThan(60);
  expect(reasons.filter((reason) => !english['refusals']?.includes(reason))).toEqual([]);
  const fields = matchesOf(/(?:label: |field: |choice\(|wholeNumber\()'([\w ]+)'/g).filter((field) => !technical.has(field));
  expect(fields.filter((field) => !english['field-names']?.includes(camelCase(field)))).toEqual([]);
});

/** Fields that only programs fill in. */
const technical = new Set(['grouped', 'limit', 'number', 'page', 'per_page', 'position', 'token', 'version']);

test('an unused message is reported', () => {
  const web = (text: string) => [{ path: 'apps/web/src/ui/x.tsx', text }];
  const server = (text: string) => [{ path: 'apps/server/src/platform/mail/x.ts', text }];
  const planted = { 'forum-polls': ['vote', 'votes'] };
  const votes = ['forum-polls.votes'];
  expect(unusedKeys(planted, [])).toEqual(['forum-polls.vote', 'forum-polls.votes']);
  expect(unusedKeys(planted, web("import * as words from '@mbari/words/forum-polls';\nwords.vote"))).toEqual(votes);
  expect(unusedKeys(planted, web("import { vote } from '@mbari/words/forum-polls';"))).toEqual(votes);
  expect(unusedKeys(planted, web("import * as words from '@mbari/words/feed';\nwords.vote"))).toHaveLength(2);
  expect(unusedKeys(planted, server('wordsFor(locale).forumPolls.vote'))).toEqual(votes);
  expect(unusedKeys(planted, server('({ forumPolls }) => forumPolls.vote'))).toEqual(votes);
  const refusal = { 'refusals': ['topicLocked', 'topicGone'], 'field-names': ['dateOfBirth'] };
  expect(unusedKeys(refusal, server("new Refusal('locked', 'topicLocked'); text({ label: 'date of birth' })"))).toEqual([
    'refusals.topicGone',
  ]);
});

test('the catalogues contain the specification’s sentences literally', () => {
  const catalogue = catalogues['en']?.['sentences'] ?? {};
  const specified = { ...sentences };
  expect(Object.keys(catalogue).length).toBeGreaterThan(60);
  expect(specified).toMatchObject(catalogue);
});

/** Returns the catalogue keys, as `forum-polls.votes`, that no module uses. */
export function unusedKeys(
  catalogues: Readonly<Record<string, readonly string[]>>,
  modules: readonly Pick<Module, 'path' | 'text'>[],
): string[] {
  const used = new Set(modules.flatMap((module) => [...keysIn(module), ...quotedKeys(module)]));
  return Object.entries(catalogues).flatMap(([subject, keys]) => keys.map((key) => `${subject}.${key}`).filter((key) => !used.has(key)));
}

/** Finds catalogue keys that code names as strings: refusals, field names, and sentences of notifications and push messages. */
function quotedKeys({ path, text }: Pick<Module, 'path' | 'text'>): string[] {
  if (!/^apps\/server\/|^packages\/contract\//.test(path)) return [];
  return [...text.matchAll(/'([a-z][\w ]*)'/g)].flatMap(([, quoted = '']) => [
    `refusals.${quoted}`,
    `notification-sentences.${quoted}`,
    `push-messages.${quoted}`,
    `field-names.${camelCase(quoted)}`,
  ]);
}

/** Returns the used keys. Web modules import the keys; server modules write `words.forumPolls.votes` or destructure `forumPolls`. */
function keysIn({ path, text }: Pick<Module, 'path' | 'text'>): string[] {
  if (path.startsWith('apps/server/'))
    return [...text.matchAll(/\b([a-z]\w*)(?=\.([a-z]\w*)\b)/g)].map(([, subject = '', key = '']) => `${kebabCase(subject)}.${key}`);
  return [...text.matchAll(/import (?:type )?(?:\* as (\w+)|\{([^}]*)\}) from '@mbari\/words\/([\w-]+)'/g)].flatMap(
    ([, all, names = '', subject = '']) =>
      (all === undefined
        ? names.split(',').map((name) => name.trim().split(' as ', 1)[0] ?? '')
        : [...text.matchAll(new RegExp(`\\b${all}\\.(\\w+)`, 'g'))].map(([, key = '']) => key)
      ).map((key) => `${subject}.${key}`),
  );
}

export const camelCase = (name: string): string => name.replaceAll(/[ _](\w)/g, (_, letter: string) => letter.toUpperCase());
const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
