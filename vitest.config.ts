import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mostUsedPasswords } from './apps/web/build/most-used-passwords.ts';
import { generateWords } from './packages/words/generator/generate.mjs';

/** Slowest test files. They run first, so that no worker runs them alone at the end. */
const longest = ['architecture/bad-input', 'architecture/matrix', 'architecture/canaries', 'photos/posts/images-of-all-kinds'];

/** Runs one project after the other. Vitest replaces a worker that changes projects, and the new worker imports the application again. */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = ['server', 'components', 'web'];
    const projectRank = ({ project }: TestSpecification): number => projects.indexOf(project.name);
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return index === -1 ? longest.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => projectRank(a) - projectRank(b) || rank(a) - rank(b));
  }
}

// Generates the modules of the catalogues, so that tests see changes. Vitest reads this file again for each project, but once is enough.
if (process.env['MBARI_WORDS_MADE'] !== String(process.pid)) {
  generateWords();
  process.env['MBARI_WORDS_MADE'] = String(process.pid);
}

export default defineConfig({
  resolve: {
    // Resolves packages to their sources, not their builds. (A custom export condition would also apply inside dependencies.)
    alias: [
      { find: /^@mbari\/(contract|demo)\/(.*)$/, replacement: `${import.meta.dirname}/packages/$1/src/$2.ts` },
      { find: '@mbari/words/words-for', replacement: `${import.meta.dirname}/packages/words/src/words-for.ts` },
      { find: '@mbari/words/locales', replacement: `${import.meta.dirname}/packages/words/src/generated/locales.ts` },
      { find: /^@mbari\/words\/(.*)$/, replacement: `${import.meta.dirname}/packages/words/src/generated/en/$1.ts` },
    ],
  },
  test: {
    // One more than the two cores, because a test waits for PostgreSQL half of its time.
    maxWorkers: 3,
    // A larger space for new objects saves half of the garbage collection.
    execArgv: ['--max-semi-space-size=64'],
    // One retry in CI, as for the browser tests; `npm test` names each retried test.
    retry: process.env['CI'] === undefined ? 0 : 1,
    sequence: { sequencer: ProjectByProject },
    tags: [
      { name: 'sampled', description: '`npm test` asks a daily share of its cases, `npm run test:world` all, `npm run check` none.' },
      {
        name: 'world',
        description: 'Crashes, races, time limits, several servers or very large inputs: only `npm run test:world` runs it.',
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          // Each file creates its own application, on a database that its worker reuses. A worker loads shared modules once.
          isolate: false,
          include: ['apps/server/src/**/*.test.ts', 'apps/server/architecture/**/*.test.ts', 'packages/*/{src,generator}/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/database.setup.ts'],
          // Long enough for a busy machine. Only failing tests reach the timeout.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        resolve: { alias: [{ find: '~', replacement: `${import.meta.dirname}/apps/web/src` }] },
        test: { name: 'web', isolate: false, include: ['apps/web/**/*.test.ts'] },
      },
      {
        extends: true,
        plugins: [mostUsedPasswords()],
        resolve: { alias: [{ find: '~', replacement: `${import.meta.dirname}/apps/web/src` }] },
        test: {
          name: 'components',
          include: ['apps/web/**/*.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['apps/web/src/testing/components.setup.ts'],
          // Long enough for a busy machine.
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
