import { readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run.mjs';
import { giveUp } from './say.mjs';

// `node scripts/pack.mjs FOLDER`: assembles the npm package `mbari` from the built programs, for `npm publish FOLDER`.
const target = process.argv[2] ?? giveUp('Name the folder of the package.');
const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { version, description, license, engines } = read('package.json');
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
/** Required by npm's provenance statement. */
const repository = GITHUB_REPOSITORY && { type: 'git', url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git` };
const { dependencies, optionalDependencies } = read('apps/server/package.json');
// For `mbari demo`.
dependencies['@mbari/demo'] = version;
/** Our own packages, which are not published: the package contains them. */
const bundled = Object.keys(dependencies).filter((name) => name.startsWith('@mbari/'));

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
for (const file of [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'docs/operating',
  'apps/server/package.json',
  'apps/server/dist',
  'apps/server/migrations',
  'apps/web/dist',
])
  await cp(path.join(root, file), path.join(target, file), { recursive: true });
for (const name of bundled) {
  const [from, into] = [path.join('packages', path.basename(name)), path.join(target, 'node_modules', name)];
  for (const folder of ['dist', ...(name === '@mbari/demo' ? ['images'] : [])])
    await cp(path.join(root, from, folder), path.join(into, folder), { recursive: true });
  // Without its dependencies, which are also the server's: npm 9 does not install those of a bundled package.
  const manifest = { ...read(path.join(from, 'package.json')), dependencies: undefined };
  await writeFile(path.join(into, 'package.json'), JSON.stringify(manifest));
}
await writeFile(
  path.join(target, 'package.json'),
  JSON.stringify(
    {
      ...{ name: 'mbari', version, description, license, engines, repository, type: 'module' },
      bin: { mbari: 'apps/server/dist/cli.js' },
      files: ['apps', 'docs', 'CHANGELOG.md'],
      ...{ dependencies, optionalDependencies, bundleDependencies: bundled },
    },
    null,
    2,
  ),
);
