import { expect, test } from 'vitest';
import { type Module, readModules, sin } from './source.ts';

const contract = readModules('packages/contract/src').filter(
  ({ path, text }) => /src\/[\w-]+\.ts$/.test(path) && /^const call = callsOf</m.test(text),
);
const server = readModules('apps/server/src/features');

const subjectOf = (at: string): string | undefined => /^packages\/contract\/src\/([\w-]+)\.ts$/.exec(at)?.[1];
const subjects = contract.map(({ path }) => subjectOf(path)!);

/** Routes that serve calls of another subject than their feature's, as sentences. */
const strayRoutes = (modules: readonly Module[]): string[] =>
  modules.flatMap(({ path, imports }) => {
    const feature = /\/features\/([\w-]+)\/routes\.ts$/.exec(path)?.[1];
    const served = imports.filter(({ isType }) => !isType).flatMap(({ to }) => subjectOf(to) ?? []);
    return feature === undefined
      ? []
      : served.filter((one) => subjects.includes(one) && one !== feature).map((one) => `${path} serves ${one}`);
  });

test('each file of calls in the contract is served by the feature of its name', () => {
  expect(subjects.length).toBeGreaterThan(20);
  expect(strayRoutes(server)).toEqual([]);
  const features = server.flatMap(({ path }) => /\/features\/([\w-]+)\/routes\.ts$/.exec(path)?.[1] ?? []);
  expect(subjects.filter((one) => !features.includes(one))).toEqual([]);
});

test('routes that serve another subject are found', () => {
  const at = 'apps/server/src/features/photos/routes.ts';
  expect(strayRoutes([sin(at, `import { addComment } from '@mbari/contract/comments'`)])).toHaveLength(1);
  expect(strayRoutes([sin(at, `import * as calls from '@mbari/contract/comments'`)])).toHaveLength(1);
  expect(strayRoutes([sin(at, `import { readPhoto } from '@mbari/contract/photos'`)])).toEqual([]);
});
