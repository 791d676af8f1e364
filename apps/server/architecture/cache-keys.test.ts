import { expect, test } from 'vitest';
import { keysIn, registry, sharedKeys, wrongKeys, wrongRewriters } from './cache-keys.ts';
import { readModules, sin } from './source.ts';

const modules = readModules('apps/web/src');

test('the checks below read the keys of the client’s cache, and where they are asked by', () => {
  const asked = modules.flatMap(({ text }) => text.match(/\bqueryKey\b/g) ?? []);
  expect(keysIn(modules).length).toBeGreaterThan(20);
  expect(asked.length).toBeGreaterThan(40);
  console.info(`Read ${keysIn(modules).length} keys and ${asked.length} places that name a key`);
});

test('keys of the client’s cache stand in one module and are read by no position', () => {
  expect(wrongKeys(modules)).toEqual([]);
});

test.each([
  `useQuery({ queryKey: ['photos', 'latest'], queryFn })`,
  `useQuery({ queryKey: ['photos', 'latest'] as const, queryFn })`,
  `useQuery({ queryKey: latest ? ['photos'] : allKey, queryFn })`,
  `useQuery({ queryKey: [...under, 'latest'], queryFn })`,
  `useMutation({ mutationKey: ['like'] })`,
  `client.setQueryData(['photos'], photos)`,
  `client.getQueryData(['photos'])`,
  `client.invalidateQueries({ predicate: ({ queryKey: [subject] }) => subject === 'photos' })`,
  `client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'photos' })`,
  `client.invalidateQueries({ predicate: (query) => query.queryKey[0] === 'photos' })`,
  `client.invalidateQueries({ predicate: (query) => query.queryKey.at(0) === 'photos' })`,
  `const [subject] = query.queryKey`,
])('refused in a feature: %s', (text) => {
  expect(wrongKeys([sin('apps/web/src/features/people/x.ts', text)])).toHaveLength(1);
});

test.each([
  `import { feedOf } from '~/features/photos/photo-queries.ts'; client.removeQueries({ queryKey: feedOf('latest').queryKey })`,
  `import { feedOf } from '../photos/photo-queries.ts'; client.removeQueries({ queryKey: feedOf('latest').queryKey })`,
  `import { latest as mine } from '~/features/photos/photo-queries.ts'; client.getQueryData(mine.queryKey)`,
  `import { feedOf } from '~/features/photos/photo-queries.ts'; const { queryKey } = feedOf('latest')`,
])('a feature knows no other’s key: %s', (text) => {
  expect(wrongKeys([sin('apps/web/src/features/people/x.ts', text)])).toHaveLength(1);
  expect(wrongKeys([sin('apps/web/src/features/photos/x.ts', text)])).toEqual([]);
});

test('each key is known to one feature, and beside it to the events alone', () => {
  expect(sharedKeys(modules)).toEqual([]);
  const keys = sin(registry, `export const feedKey = ['posts']`);
  const user = (at: string) => sin(`apps/web/src/${at}`, `import { feedKey as key } from '~/platform/lib/query-keys.ts'`);
  expect(sharedKeys([keys, user('features/photos/x.ts'), user('features/photos/y.ts'), user('lib/cache-events/posts.ts')])).toEqual([]);
  expect(sharedKeys([keys, user('features/photos/x.ts'), user('features/people/y.ts')])).toHaveLength(1);
  expect(sharedKeys([keys, user('pages/x.tsx')])).toHaveLength(1);
});

test('what others have cached is rewritten by events alone', () => {
  expect(wrongRewriters(modules)).toEqual([]);
  const rewriting = (at: string) => wrongRewriters([sin(at, `import { patchCached } from '~/platform/lib/patch-cached.ts'`)]);
  expect(rewriting('apps/web/src/features/people/x.ts')).toHaveLength(1);
  expect(rewriting('apps/web/src/pages/x.tsx')).toHaveLength(1);
  expect(rewriting('apps/web/src/platform/lib/cache-events/posts.ts')).toEqual([]);
});
