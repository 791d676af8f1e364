import { existsSync, readFileSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { hashOf, note, noted } from './fresh.mjs';
import { install } from './install.mjs';
import { must, root } from './run.mjs';
import { giveUp, requireNode, say, sayWhile } from './say.mjs';

const bin = (name) => path.join(root, 'node_modules', name);
const common = ['package-lock.json', 'tsconfig.base.json', 'packages/contract'];
const words = 'packages/words';

const programs = [
  { name: 'contract', at: 'packages/contract', from: common },
  { name: 'words', at: words, from: [...common, words] },
  { name: 'demo', at: 'packages/demo', from: [...common, 'packages/demo'] },
  { name: 'server', at: 'apps/server', from: [...common, words, 'apps/server/src', 'apps/server/build', 'apps/server/package.json'] },
].map(({ at, from, ...program }) => ({
  ...program,
  from,
  into: `${at}/dist`,
  async how(into) {
    const { transpile } = await import('../apps/server/build/transpile.mjs');
    await transpile(path.join(root, at, 'src'), path.join(root, into));
  },
}));

const webApp = (locale) => ({
  name: `web app in ${locale}`,
  from: [...common, words, 'apps/web', 'apps/server/package.json'],
  into: `apps/web/dist/${locale}`,
  how: (into) =>
    must(process.execPath, [bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', path.join(root, into)], {
      cwd: path.join(root, 'apps/web'),
      env: { ...process.env, WORDS_LOCALE: locale },
    }),
});

/**
 * Builds the stale programs and the web app in the default language. Each build writes a marker with the hash of its
 * sources last, so an unfinished build is repeated. Returns a function that builds the other languages.
 */
export async function build() {
  await generate();
  const [first, ...others] = languages();
  await Promise.all([make(programs), make([webApp(first)])]);
  await linkDatabase();
  return () => make(others.map(webApp));
}

/** Builds the stale programs without the web app, which Vite serves from its sources during development. */
export async function buildPrograms() {
  await generate();
  await make(programs);
  await linkDatabase();
}

/** Generates the modules of all texts, unless neither they nor their sources changed. */
async function generate() {
  const stamp = 'node_modules/.mbari-words';
  const files = ['locales', 'generator', 'src/generated'].map((name) => path.join(words, name));
  if (noted(stamp)?.files === hashOf(files)) return;
  await sayWhile('Generating the texts', async () => {
    const { generateWords } = await import('../packages/words/generator/generate.mjs');
    generateWords();
  });
  note(stamp, { files: hashOf(files) });
}

/** Languages the server will offer, the default first. The server reports invalid settings when it starts. */
function languages() {
  const known = JSON.parse(readFileSync(path.join(root, 'packages/words/locales/locales.json'), 'utf8'));
  const file = path.resolve('.env');
  const env = { ...(existsSync(file) && statSync(file).isFile() && parseEnv(readFileSync(file, 'utf8'))), ...process.env };
  const listed = (env.LOCALES ?? '').split(',').map((name) => name.trim());
  const named = Object.keys(known).filter((name) => listed.includes(name));
  const offered = named.length > 0 ? named : Object.keys(known).filter((name) => known[name].state === 'whole');
  const first = env.DEFAULT_LOCALE?.trim() in known ? env.DEFAULT_LOCALE.trim() : 'en';
  return [first, ...offered.filter((name) => name !== first)];
}

/** Creates files of the embedded PostgreSQL that npm packages cannot contain. The folder may be read-only when a service starts the server. */
async function linkDatabase() {
  const { findBinaries } = await import('../apps/server/dist/platform/db/embedded/binaries.js');
  // The server reports missing binaries when it starts.
  await findBinaries().catch(() => undefined);
}

async function make(inOrder) {
  for (const { name, from, into, how } of inOrder) {
    const stamp = path.join(into, '.built-from');
    const sources = hashOf(from);
    if (noted(stamp)?.sources === sources) continue;
    // Builds into a second folder, then swaps the folders. A failure keeps the old build. A running server misses its files only briefly.
    const next = `${into}.next`;
    await rm(path.join(root, next), { recursive: true, force: true });
    await sayWhile(`Building the ${name}`, () => how(next));
    await rm(path.join(root, into), { recursive: true, force: true });
    await rename(path.join(root, next), path.join(root, into));
    note(stamp, { sources });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode();
  try {
    await install('run');
    const buildOthers = await build();
    await buildOthers();
    say('Everything is built.');
  } catch (error) {
    giveUp(error.message);
  }
}
