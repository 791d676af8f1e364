import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { circles, featureCircles, named, withoutRoom, wrongImports } from './rooms.ts';
import { type Import, leadingNowhere, type Module, readModules, root, sin } from './source.ts';

const modules = readModules('.');
const imports = modules.flatMap((module) => module.imports);
const count = (of: (one: Import) => boolean): number => imports.filter(of).length;

test('the checks below read every module of the repository and every import in it', () => {
  // The parser keeps a list of its own of what a module asks for, without addresses and types in passing.
  const seen = ({ imports: all, unreadable }: Module): number =>
    all.filter(({ form }) => form !== 'address' && form !== 'type expression').length + unreadable.length;
  const differing = modules.filter((module) => !module.path.endsWith('.d.ts') && seen(module) !== module.listed);
  expect(differing.map(({ path: at, listed }) => `${at} has ${listed} imports`)).toEqual([]);
  const code = filesOnDisk().filter((at) => ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'].includes(at.split('.').at(-1) ?? ''));
  expect(modules.map((module) => module.path).sort()).toEqual(code);
  expect(leadingNowhere(modules)).toEqual([]);
  expect(named.filter((at) => !code.includes(at))).toEqual([]);
  // Only the measurements name what they read as they run.
  expect(
    modules.filter(({ path: at, unreadable }) => unreadable.length > 0 && !at.startsWith('bench/')).map((module) => module.path),
  ).toEqual([]);
  console.info(
    `Read ${modules.length} modules with ${imports.length} imports: ${count(({ request }) => request.startsWith('.'))} by path, ` +
      `${count(({ request, isOurs }) => isOurs && !request.startsWith('.'))} by alias, ${count(({ isOurs }) => !isOurs)} of packages; ` +
      `${count(({ form }) => form === 'dynamic')} dynamic, ${count(({ isType }) => isType)} of types only`,
  );
});

/** Another reading of the disk than the one by which modules are read: everything but what is installed, built or hidden. */
const filesOnDisk = (): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !['node_modules', 'data'].includes(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(path.join(root, entry.name), { recursive: true, encoding: 'utf8' }).map((at) => path.join(entry.name, at))
        : [entry.name],
    )
    .map((at) => at.replaceAll(path.sep, '/'))
    .filter((at) => !/(?:^|\/)(?:node_modules|dist|data|coverage|generated|test-results|playwright-report|\.[^/]+)\//.test(at))
    .sort();

test('an import that leads nowhere is found, however it is written', () => {
  for (const text of [
    `import { a } from './gone.ts'`,
    `import { a } from '~/lib/gone.ts'`,
    `import { a } from '@/lib/call.ts'`,
    `import { a } from '@mbari/contract/gone'`,
    `export { a } from 'unheard-of'`,
    `const a = await import('~/lib/gone.ts')`,
    `type A = import('./gone.ts').A`,
    `new Worker(new URL('./gone.ts', import.meta.url))`,
  ])
    expect(leadingNowhere([sin('apps/web/src/lib/x.ts', text)]), text).toHaveLength(1);
  expect(sin('apps/web/src/lib/x.ts', 'await import(`./${name}.ts`)').unreadable).toHaveLength(1);
  expect(sin('apps/web/src/lib/x.ts', `import.meta.glob('./*.ts')`).unreadable).toHaveLength(1);
});

test('every module stands somewhere in the plan', () => {
  expect(withoutRoom(modules)).toEqual([]);
  for (const at of [
    'apps/web/src/widgets/a.tsx',
    'apps/web/src/other.tsx',
    'apps/server/src/workers/a.ts',
    'apps/server/src/other.ts',
    'packages/new/src/a.ts',
  ])
    expect(withoutRoom([sin(at, 'export {}')]), at).toHaveLength(1);
  expect(withoutRoom([sin('apps/web/src/lib/a.ts', `import '~/widgets/a.css'`)])).toHaveLength(1);
});

test('imports go where the layout allows', () => {
  expect(wrongImports(modules)).toEqual([]);
});

test.each([
  ['packages/contract/src/x.ts', `import fs from 'node:fs'`],
  ['packages/contract/src/x.ts', `export { newId } from '../src/platform/ids.ts'`],
  ['packages/demo/src/x.ts', `import { newId } from '../src/platform/ids.ts'`],
  ['packages/demo/src/x.ts', `import fs from 'node:fs'`],
  ['packages/words/src/x.ts', `import * as limits from '@mbari/contract/limits'`],
  ['packages/contract/src/x.ts', `import * as words from '@mbari/words/forum-polls'`],
  ['apps/server/src/features/photos/like-photo.ts', `import * as words from '@mbari/words/forum-polls'`],
  ['apps/web/src/platform/ui/button.tsx', `import { wordsFor } from '@mbari/words/words-for'`],
  ['apps/web/src/lib/x.ts', `import { people } from '@mbari/demo/people'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { people } from '@mbari/demo/people'`],
  ['apps/server/src/main.ts', `await import('@mbari/demo/people')`],
  ['apps/server/src/cli.ts', `import { fillCommunity } from './features/demo/fill-community.ts'`],
  ['apps/server/src/cli/demo.ts', `import { fillCommunity } from '../features/demo/fill-community.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { findMember } from '../members/queries.ts'`],
  ['packages/contract/src/x.ts', `import type { Config } from '@mbari/server/src/config.ts'`],
  ['packages/contract/src/x.ts', `type Config = import('../src/platform/config.ts').Config`],
  ['packages/contract/src/x.ts', `const fs = await import('node:fs')`],
  ['apps/server/src/features/photos/like-photo.ts', `import type { MemberRow } from '../members/queries.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `type Row = import('../members/queries.ts').MemberRow`],
  ['apps/server/src/features/photos/like-photo.ts', `export { findMember } from '../members/queries.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `export * from '../members/queries.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `const { findMember } = await import('../members/queries.ts')`],
  ['apps/server/src/features/photos/like-photo.ts', `import { findMember } from '@mbari/server/src/features/members/queries.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { memberRoutes } from '../members/routes.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { fastify } from 'fastify'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { route } from '../../http/route.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { startTestApp } from '../../testing/app.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `const { buildApp } = await import('../../app.ts')`],
  ['apps/server/src/photos/posts/queries.ts', `import { notFound } from '../../refusal.ts'`],
  ['apps/server/src/photos/posts/queries.ts', `import { openLog } from '../../adapters/log.ts'`],
  ['apps/server/src/photos/posts/rules.ts', `import { addLike } from '../likes/add-like.ts'`],
  ['apps/server/src/photos/posts/routes.ts', `import pg from 'pg'`],
  ['apps/server/src/platform/http/server.ts', `import { viewersBy } from '../features/members/viewers.ts'`],
  ['apps/server/src/platform/db/database.ts', `import { viewersBy } from '../features/members/viewers.ts'`],
  ['apps/web/src/platform/lib/call.ts', `import { Refusal } from '../../../server/src/refusal.ts'`],
  ['apps/web/src/platform/lib/call.ts', `import type { Config } from '@mbari/server/src/config.ts'`],
  ['apps/web/src/platform/lib/call.ts', `type Config = import('../../../server/src/config.ts').Config`],
  ['apps/web/src/platform/lib/call.ts', `import { draw } from '../../build/draw-mural.ts'`],
  ['apps/web/src/platform/lib/call.ts', `import { Button } from '../ui/button.tsx'`],
  ['apps/web/src/platform/lib/call.ts', `import { Button } from '~/platform/ui/button.tsx'`],
  ['apps/web/src/platform/lib/call.ts', `import { startServer } from '../../../../e2e/server.ts'`],
  ['apps/web/src/platform/drawings/kola-nut.tsx', `import { Button } from '~/platform/ui/button.tsx'`],
  ['apps/web/src/platform/ui/button.tsx', `import { FeedPage } from '~/pages/feed-page.tsx'`],
  ['apps/web/src/platform/ui/button.tsx', `const { FeedPage } = await import('~/pages/feed-page.tsx')`],
  ['apps/web/src/platform/ui/button.tsx', `import type { FeedTab } from '~/photos/feed/feed-tabs.ts'`],
  ['apps/web/src/platform/ui/button.tsx', `import { type FeedTab } from '~/photos/feed/feed-tabs.ts'`],
  ['apps/web/src/platform/ui/button.tsx', `type Tab = import('~/photos/feed/feed-tabs.ts').FeedTab`],
  ['apps/web/src/platform/ui/button.tsx', `export { LikeButton } from '~/features/photos/like-button.tsx'`],
  ['apps/web/src/platform/ui/button.tsx', `export type { FeedTab } from '~/photos/feed/feed-tabs.ts'`],
  ['apps/web/src/platform/ui/button.tsx', `export * from '~/features/photos/like-button.tsx'`],
  ['apps/web/src/platform/ui/button.tsx', `new Worker(new URL('../features/composer/draw-worker.ts', import.meta.url))`],
  ['apps/web/src/platform/ui/button.tsx', `import '~/photos/posts/photos.css'`],
  ['apps/web/src/platform/ui/button.tsx', `import { LikeButton } from '../features/photos/like-button.tsx'`],
  ['apps/web/src/features/photos/like-button.tsx', `import { FeedPage } from '../../pages/feed-page.tsx'`],
  ['apps/web/src/features/photos/like-button.tsx', `import { photo } from '@mbari/contract/shapes/photos'`],
  ['apps/web/src/features/photos/like-button.tsx', `const { photo } = await import('@mbari/contract/shapes/photos')`],
  ['apps/web/src/pages/feed-page.tsx', `import { Shell } from '~/shell/shell.tsx'`],
  ['apps/web/src/shell/shell.tsx', `import type { router } from '~/routes.tsx'`],
  ['apps/web/src/pages/feed-page.tsx', `import { routes } from '../routes.tsx'`],
])('%s may not say %s', (at, text) => {
  expect(wrongImports([sin(at, text)])).toHaveLength(1);
});

test('no module needs itself by a round trip, and no feature does', () => {
  expect(circles(modules)).toEqual([]);
  expect(featureCircles(modules)).toEqual([]);
});

test('a circle of two modules or of three features is found', () => {
  const at = (name: string): string => `apps/server/src/features/${name}/do-it.ts`;
  expect(circles([sin('apps/server/src/a.ts', `import './b.ts'`), sin('apps/server/src/b.ts', `import './a.ts'`)])).toHaveLength(1);
  expect(
    featureCircles([
      sin(at('a'), `import { b } from '../b/do-it.ts'`),
      sin(at('b'), `import { c } from '../c/do-it.ts'`),
      sin(at('c'), `import { a } from '../a/do-it.ts'`),
    ]),
  ).toHaveLength(1);
});

test.each([
  `import { a } from '../a/do-it.ts'`,
  `import { a } from '~/features/a/do-it.ts'`,
  `import type { A } from '~/features/a/do-it.ts'`,
  `import { type A } from '~/features/a/do-it.ts'`,
  `type A = import('~/features/a/do-it.ts').A`,
  `const { a } = await import('~/features/a/do-it.ts')`,
  `export { a } from '~/features/a/do-it.ts'`,
  `import '~/features/a/do-it.css'`,
])('two features of the web make a circle when the way back is %s', (back) => {
  const at = (name: string): string => `apps/web/src/features/${name}/do-it.ts`;
  expect(featureCircles([sin(at('a'), `import { b } from '~/features/b/do-it.ts'`), sin(at('b'), back)])).toHaveLength(1);
});
