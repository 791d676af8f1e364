import path from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogues } from '../../../packages/words/generator/read-catalogues.mjs';
import { readModules, root } from './source.ts';
import { unusedKeys } from './words-in-use.ts';

const { catalogues } = readCatalogues(path.join(root, 'packages/words/locales'));
const english = Object.fromEntries(Object.entries(catalogues['en'] ?? {}).map(([subject, texts]) => [subject, Object.keys(texts)]));
const modules = readModules('apps/web/src', 'apps/web/build', 'apps/server/src').filter(({ path: at }) => !/\.test\.tsx?$/.test(at));

test('every message of the catalogues is said somewhere', () => {
  expect(Object.values(english).flat().length).toBeGreaterThan(90);
  expect(unusedKeys(english, modules)).toEqual([]);
});

test('a message that nobody says is found', () => {
  const web = (text: string) => [{ path: 'apps/web/src/ui/x.tsx', text }];
  const server = (text: string) => [{ path: 'apps/server/src/features/mail/x.ts', text }];
  const planted = { 'forum-polls': ['vote', 'votes'] };
  const votes = ['forum-polls.votes'];
  expect(unusedKeys(planted, [])).toEqual(['forum-polls.vote', 'forum-polls.votes']);
  expect(unusedKeys(planted, web("import * as words from '@mbari/words/forum-polls';\nwords.vote"))).toEqual(votes);
  expect(unusedKeys(planted, web("import { vote } from '@mbari/words/forum-polls';"))).toEqual(votes);
  expect(unusedKeys(planted, web("import * as words from '@mbari/words/feed';\nwords.vote"))).toHaveLength(2);
  expect(unusedKeys(planted, server('wordsFor(locale).forumPolls.vote'))).toEqual(votes);
  expect(unusedKeys(planted, server('({ forumPolls }) => forumPolls.vote'))).toEqual(votes);
});
