import { expect, test } from 'vitest';
import mayUse from '../../dependencies.json' with { type: 'json' };
import { type Import, type Module, readModules, sin } from './source.ts';

const areas: Readonly<Record<string, readonly string[]>> = mayUse;
const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path);
/** Returns `photos` for a file of that domain on either side, undefined for files that assemble the app, such as routes and pages. */
const areaOf = (path: string): string | undefined => {
  const folder = /^apps\/(?:server|web)\/src\/([\w-]+)\//.exec(path)?.[1];
  return folder !== undefined && folder in areas ? folder : undefined;
};

function complaint(from: string, { to, isType }: Import): string | undefined {
  if (from.startsWith('apps/server/src/') && to.startsWith('apps/web/')) return 'the server imports the web app';
  if (from.startsWith('apps/web/src/') && to.startsWith('apps/server/')) return 'the web app imports the server';
  if (from.startsWith('apps/web/src/') && !isType && to === 'zod') return 'the web app imports zod, which would double its bundle';
  if (from.startsWith('packages/contract/') && to !== 'zod' && !to.startsWith('packages/contract/')) return 'the contract imports only zod';
  if (/^apps\/(?:server|web)\/src\//.test(to) && isTest(to)) return 'product code imports a test';
  const area = areaOf(from);
  if (area === undefined || !/^apps\/(?:server|web)\/src\//.test(to)) return undefined;
  const otherArea = areaOf(to);
  if (otherArea === undefined) return `${area} imports a file that puts the app together`;
  if (otherArea === area) return undefined;
  if (!areas[area]?.includes(otherArea)) return `${area} may not use ${otherArea}`;
  return otherArea !== 'platform' && to.startsWith('apps/server/') && to.endsWith('queries.ts')
    ? `${area} imports queries of ${otherArea}`
    : undefined;
}

const wrongImports = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, imports, unreadable }) =>
      [
        ...imports.flatMap((entry) => complaint(path, entry) ?? []),
        ...unreadable.map((target) => `imports ${target}, which no check can follow`),
      ].map((problem) => `${path}: ${problem}`),
    );

test('the list of dependencies has no cycle: each domain uses only domains above it', () => {
  const names = Object.keys(areas);
  for (const [name, used] of Object.entries(areas)) expect(names.slice(0, names.indexOf(name))).toEqual(expect.arrayContaining([...used]));
});

test('every import follows the list of dependencies', () => {
  const modules = readModules('apps', 'packages/contract');
  expect(modules.length).toBeGreaterThan(1_000);
  expect(wrongImports(modules)).toEqual([]);
});

test.each([
  ['apps/server/src/photos/posts/x.ts', `import { a } from '../../forum/topics/rules.ts'`],
  ['apps/server/src/platform/mail/x.ts', `import type { a } from '../../people/current-user-views.ts'`],
  ['apps/server/src/photos/posts/x.ts', `export * from '../../moderation/cases/rules.ts'`],
  ['apps/server/src/photos/posts/x.ts', `const a = await import('../../forum/topics/rules.ts')`],
  ['apps/server/src/photos/posts/x.ts', 'const a = await import(`../../${name}.ts`)'],
  ['apps/server/src/photos/posts/x.ts', `type A = import('../../forum/topics/rules.ts').A`],
  ['apps/server/src/community/x.ts', `import { a } from '../identity/accounts/queries.ts'`],
  ['apps/server/src/community/x.ts', `import { a } from '../forum/posts/reply-queries.ts'`],
  ['apps/server/src/people/x.ts', `import { routes } from '../app.ts'`],
  ['apps/web/src/platform/ui/x.tsx', `import { a } from '~/photos/wall/wall-states.tsx'`],
  ['apps/web/src/photos/wall/x.tsx', `const a = import('~/forum/topics/topic-list.tsx')`],
  ['apps/web/src/photos/wall/x.tsx', `import { a } from '~/pages/feed-page.tsx'`],
  ['apps/web/src/photos/wall/x.tsx', `import { z } from 'zod'`],
  ['apps/web/src/photos/wall/x.tsx', `import { a } from '../../../../server/src/platform/ids.ts'`],
  ['packages/contract/src/photos/likes.ts', `import pg from 'pg'`],
])('%s may not contain %s', (path, text) => {
  expect(wrongImports([sin(path, text)])).toHaveLength(1);
});
