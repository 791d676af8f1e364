import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { affectedTests } from '../../../scripts/affected-tests.mjs';
import { root } from './source.ts';

const architecture = 'apps/server/architecture/';

test.each([
  ['apps/server/src/forum/polls/queries.ts', [architecture, 'apps/server/src/forum/']],
  ['apps/web/src/photos/posts/photo-card.tsx', [architecture, 'apps/web/src/photos/']],
  ['packages/words/locales/fr/people.json', [architecture, 'packages/words/', 'apps/server/src/people/', 'apps/web/src/people/']],
  ['docs/operating/README.md', [architecture]],
  ['e2e/journeys/feed.spec.ts', [architecture]],
])('npm run check runs the tests of the domain of %s, and the architecture tests', (changed, folders) => {
  expect(affectedTests([changed])).toEqual(folders);
  expect(folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
});

test.each([
  'package-lock.json',
  'vitest.config.ts',
  'packages/contract/src/photos/likes.ts',
  'apps/server/src/platform/db/batch.ts',
  'apps/server/src/app.ts',
  'apps/web/src/routes.tsx',
  'apps/server/migrations/0001_schema.sql',
  'apps/server/src/cli/doctor.ts',
  'docs/operating/haproxy.cfg',
  'e2e/samples/four-fields.heic',
])('npm run check runs all quick tests after a change to %s, which several domains use', (changed) => {
  expect(affectedTests(['docs/README.md', 'apps/server/src/forum/rules.ts', changed])).toEqual([]);
});

test('npm run check runs all quick tests if nothing differs from the last commit', () => {
  expect(affectedTests([])).toEqual([]);
});
