import { expect, test } from 'vitest';
import { circles, featureCircles, wrongImports } from './rooms.ts';
import { readModules, sin } from './source.ts';

const modules = readModules('packages/contract/src', 'apps/server/src', 'apps/web/src');

test('the checks below read the whole product', () => {
  expect(modules.length).toBeGreaterThan(100);
  expect(modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(400);
  for (const room of ['packages/contract/src/', 'apps/server/src/features/', 'apps/server/src/http/', 'apps/web/src/'])
    expect(modules.filter(({ path }) => path.startsWith(room)).length, room).toBeGreaterThan(4);
});

test('imports go where the plan of the house lets them', () => {
  expect(wrongImports(modules)).toEqual([]);
});

test.each([
  ['packages/contract/src/x.ts', `import fs from 'node:fs'`],
  ['packages/contract/src/x.ts', `export { newId } from '../../../apps/server/src/ids.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { findMember } from '../members/queries.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { memberRoutes } from '../members/routes.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { fastify } from 'fastify'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { route } from '../../http/route.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `import { startTestApp } from '../../testing/app.ts'`],
  ['apps/server/src/features/photos/like-photo.ts', `const { buildApp } = await import('../../app.ts')`],
  ['apps/server/src/features/photos/queries.ts', `import { notFound } from '../../refusal.ts'`],
  ['apps/server/src/features/photos/queries.ts', `import { openLog } from '../../outside/log.ts'`],
  ['apps/server/src/features/photos/rules.ts', `import { addLike } from '../likes/add-like.ts'`],
  ['apps/server/src/features/photos/routes.ts', `import pg from 'pg'`],
  ['apps/server/src/http/server.ts', `import { viewersBy } from '../features/members/viewers.ts'`],
  ['apps/server/src/db/database.ts', `import { viewersBy } from '../features/members/viewers.ts'`],
  ['apps/web/src/lib/call.ts', `import { Refusal } from '../../../server/src/refusal.ts'`],
  ['apps/web/src/lib/call.ts', `import { Button } from '../ui/button.tsx'`],
  ['apps/web/src/ui/button.tsx', `import { LikeButton } from '../features/photos/like-button.tsx'`],
  ['apps/web/src/features/photos/like-button.tsx', `import { FeedPage } from '../../pages/feed-page.tsx'`],
  ['apps/web/src/features/photos/like-button.tsx', `import { photo } from '@mbari/contract/shapes/photos'`],
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
