import path from 'node:path';
import * as sentences from '@mbari/contract/platform/sentences';
import { expect, test } from 'vitest';
import { readCatalogues } from '../../../packages/words/generator/read-catalogues.mjs';
import { readModules, root } from './source.ts';
import { camelCase, unusedKeys } from './words-in-use.ts';

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
