import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { must, npm, root, run } from './run.mjs';
import { say } from './say.mjs';

const cache = path.join(root, '.cache');
/** The headless shell is first: it opens a page in a third of the full browser's time. */
const systems = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'].map(
    (name) => `/usr/bin/${name}`,
  ),
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Finds or downloads a Chromium. Returns environment variables for the browser tests, or null. */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await runs(given)) return { CHROMIUM_PATH: given };
    throw new Error(`CHROMIUM_PATH is ${given}, which does not run. Unset it, or set it to a Chromium executable.`);
  }
  const own = playwrightsOwn();
  if (own && (await runs(own))) return { CHROMIUM_PATH: own };
  for (const at of systems) if (existsSync(at) && (await runs(at))) return { CHROMIUM_PATH: at };
  return (await unpacked()) ?? (await fromDebian()) ?? (await downloaded());
}

async function runs(program, env = {}) {
  const { code, output } = await run(program, ['--version', '--no-sandbox'], { quiet: true, env: { ...process.env, ...env } }).catch(
    () => ({ code: 1, output: '' }),
  );
  return code === 0 && /Chrom|Edge/i.test(output);
}

function playwrightsOwn() {
  const { chromium } = createRequire(path.join(root, 'e2e/package.json'))('@playwright/test');
  const at = chromium.executablePath();
  return existsSync(at) ? at : null;
}

/** Unpacks the Chromium of an npm package that includes its libraries. Works only on Linux for x64. */
async function unpacked() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = path.join(cache, 'chromium');
  const program = path.join(folder, 'chromium');
  const env = { LD_LIBRARY_PATH: [path.join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') };
  if (!existsSync(program)) {
    say('No Chromium found. Downloading the package @sparticuz/chromium …');
    try {
      await unpack(await sparticuzBin(), folder);
    } catch (error) {
      say(`The download failed: ${error.message.split('\n')[0]}`);
      return null;
    }
  }
  if (await runs(program, env)) return { CHROMIUM_PATH: program, CHROMIUM_LIBRARIES: env.LD_LIBRARY_PATH };
  say('The packaged Chromium does not run on this system.');
  return null;
}

/** Returns the folder of the package's binaries. Downloads the package if npm skipped it because its JavaScript needs a newer Node. */
async function sparticuzBin() {
  const installed = path.join(root, 'node_modules/@sparticuz/chromium/bin');
  if (existsSync(installed)) return installed;
  const version = createRequire(import.meta.url)('../e2e/package.json').optionalDependencies['@sparticuz/chromium'];
  const folder = path.join(cache, 'sparticuz');
  await mkdir(folder, { recursive: true });
  const [command, args] = npm();
  await must(command, [...args, 'pack', `@sparticuz/chromium@${version}`, '--pack-destination', folder, '--loglevel=error']);
  await must('tar', ['-xzf', path.join(folder, `sparticuz-chromium-${version}.tgz`), '-C', folder]);
  return path.join(folder, 'package/bin');
}

async function unpack(bin, folder) {
  const draft = `${folder}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await inflate(path.join(bin, 'chromium.br'), path.join(draft, 'chromium'));
  await chmod(path.join(draft, 'chromium'), 0o755);
  for (const name of ['al2023.tar', 'swiftshader.tar']) {
    if (!existsSync(path.join(bin, `${name}.br`))) continue;
    await inflate(path.join(bin, `${name}.br`), path.join(draft, name));
    await must('tar', ['-xf', path.join(draft, name), '-C', draft]);
  }
  await rename(draft, folder);
}

const inflate = (from, to) => pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { quiet: true, env });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    say(`Installing Debian’s ${name} …`);
    const { code } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], { quiet: true, env });
    if (code === 0 && (await runs(`/usr/bin/${name}`))) return { CHROMIUM_PATH: `/usr/bin/${name}` };
  }
  return null;
}

async function downloaded() {
  say('Downloading Playwright’s Chromium …');
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const { code } = await run(process.execPath, [cli, 'install', 'chromium'], { quiet: true });
  const own = code === 0 ? playwrightsOwn() : null;
  return own && (await runs(own)) ? { CHROMIUM_PATH: own } : null;
}
