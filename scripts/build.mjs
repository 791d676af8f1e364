import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOf, note, noted } from './fresh.mjs';
import { install } from './install.mjs';
import { must, root } from './run.mjs';
import { giveUp, requireNode, say } from './say.mjs';

const bin = (name) => path.join(root, 'node_modules', name);
const tsc = (project) => must(process.execPath, [bin('typescript/bin/tsc'), '-p', project]);
const common = ['package-lock.json', 'tsconfig.base.json', 'packages/contract'];

/** What is built, in order: from which files, into which folder, how. */
const parts = [
  { name: 'contract', from: common, into: 'packages/contract/dist', how: () => tsc('packages/contract') },
  {
    name: 'server',
    from: [...common, 'apps/server/src', 'apps/server/package.json', 'apps/server/tsconfig.json', 'apps/server/tsconfig.build.json'],
    into: 'apps/server/dist',
    how: () => tsc('apps/server/tsconfig.build.json'),
  },
  {
    name: 'web app',
    from: [...common, 'apps/web', 'apps/server/package.json'],
    into: 'apps/web/dist',
    how: () => must(process.execPath, [bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { cwd: path.join(root, 'apps/web') }),
    when: () => existsSync(path.join(root, 'apps/web/vite.config.ts')),
  },
];

/** Builds what is stale. What a build was made from is noted in its folder once it is finished, so that half a build counts as none. */
export async function build() {
  await Promise.all([make([parts[0], parts[1]]), make([parts[2]])]);
}

async function make(inOrder) {
  for (const { name, from, into, how, when } of inOrder) {
    if (when && !when()) continue;
    const stamp = path.join(into, '.built-from');
    const sources = hashOf(from);
    if (noted(stamp)?.sources === sources) continue;
    say(`Building the ${name} …`);
    await rm(path.join(root, into), { recursive: true, force: true });
    await how();
    note(stamp, { sources });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode();
  try {
    await install('run');
    await build();
    say('Everything is built.');
  } catch (error) {
    giveUp(error.message);
  }
}
