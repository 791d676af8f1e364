import { readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundle } from '../apps/server/build/bundle.mjs';
import { root } from './run.mjs';
import { giveUp } from './say.mjs';

// `node scripts/pack.mjs FOLDER`: assembles the npm package `mbari` from the built programs, for `npm publish FOLDER`.
const target = process.argv[2] ?? giveUp('Name the folder of the package.');
const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { version, description, license, engines } = read('package.json');
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
/** Required by npm's provenance statement. */
const repository = GITHUB_REPOSITORY && { type: 'git', url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git` };
const { optionalDependencies } = read('apps/server/package.json');
const { packages: locked } = read('package-lock.json');
/** Native packages, which npm installs for the platform. All others are bundled into the server. */
const native = ['sharp', '@node-rs/argon2'];
/** Includes the dependencies of native packages, so that npm takes the locked versions. */
const dependencies = Object.fromEntries(
  native
    .flatMap((name) => [name, ...Object.keys(locked[`node_modules/${name}`].dependencies ?? {})])
    .map((name) => [name, locked[`node_modules/${name}`].version]),
);

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
for (const file of [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'docs/operating',
  'apps/server/package.json',
  'apps/server/migrations',
  'apps/web/dist',
  // For `mbari demo`.
  'packages/demo/images',
])
  await cp(path.join(root, file), path.join(target, file), { recursive: true });
await bundle(path.join(root, 'apps/server/dist'), path.resolve(target, 'apps/server/dist'), native);
await writeFile(
  path.join(target, 'package.json'),
  JSON.stringify(
    {
      ...{ name: 'mbari', version, description, license, engines, repository, type: 'module' },
      bin: { mbari: 'apps/server/dist/cli.js' },
      files: ['apps', 'docs', 'packages', 'CHANGELOG.md'],
      ...{ dependencies, optionalDependencies },
    },
    null,
    2,
  ),
);
