import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOf, note, noted } from './fresh.mjs';
import { install } from './install.mjs';
import { must, root } from './run.mjs';
import { giveUp, requireNode, say } from './say.mjs';

const bin = (name) => path.join(root, 'node_modules', name);
const tsc = (project, into) => must(process.execPath, [bin('typescript/bin/tsc'), '-p', project, '--outDir', into]);
const common = ['package-lock.json', 'tsconfig.base.json', 'packages/contract', 'packages/words'];

/** What is built, in order: from which files, into which folder, how. */
const parts = [
  { name: 'contract', from: common, into: 'packages/contract/dist', how: (into) => tsc('packages/contract', into) },
  { name: 'words', from: common, into: 'packages/words/dist', how: (into) => tsc('packages/words/tsconfig.build.json', into) },
  // Before the server, which is compiled against its types and loads it only when the demo is asked for.
  {
    name: 'demo',
    from: [...common, 'packages/demo'],
    into: 'packages/demo/dist',
    how: (into) => tsc('packages/demo/tsconfig.build.json', into),
  },
  {
    name: 'server',
    from: [...common, 'apps/server/src', 'apps/server/package.json', 'apps/server/tsconfig.json', 'apps/server/tsconfig.build.json'],
    into: 'apps/server/dist',
    how: (into) => tsc('apps/server/tsconfig.build.json', into),
  },
  {
    name: 'web app',
    from: [...common, 'apps/web', 'apps/server/package.json'],
    into: 'apps/web/dist',
    how: (into) =>
      must(process.execPath, [bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', path.join(root, into)], {
        cwd: path.join(root, 'apps/web'),
      }),
    when: () => existsSync(path.join(root, 'apps/web/vite.config.ts')),
  },
];

/** Builds what is stale. What a build was made from is noted in its folder once it is finished, so that half a build counts as none. */
export async function build() {
  // The server and the web app are made of these.
  const { generateWords } = await import('../packages/words/generator/generate.mjs');
  generateWords();
  const webApp = parts.filter(({ name }) => name === 'web app');
  await Promise.all([make(parts.filter((part) => !webApp.includes(part))), make(webApp)]);
  await linkDatabase();
}

/** What the embedded PostgreSQL needs and npm packages cannot contain, made while the folder can be written: a service finds it read-only. */
async function linkDatabase() {
  const { findBinaries } = await import('../apps/server/dist/db/embedded/binaries.js');
  // Where none came with the installation, or none can be made, the start says so to those who need it.
  await findBinaries().catch(() => undefined);
}

async function make(inOrder) {
  for (const { name, from, into, how, when } of inOrder) {
    if (when && !when()) continue;
    const stamp = path.join(into, '.built-from');
    const sources = hashOf(from);
    if (noted(stamp)?.sources === sources) continue;
    say(`Building the ${name} …`);
    // Beside the build in use, then in its place: a failure leaves the old one, and a running server misses it for no longer than a blink.
    const next = `${into}.next`;
    await rm(path.join(root, next), { recursive: true, force: true });
    await how(next);
    await rm(path.join(root, into), { recursive: true, force: true });
    await rename(path.join(root, next), path.join(root, into));
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
