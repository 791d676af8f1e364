/*
 * Checks, from Vite's manifest, how many KB (1024 bytes) of brotli a browser loads before a screen renders. Run the script
 * after the build, for every built language or for a given folder. Prints a table and exits with 1 if a screen exceeds its budget.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const [, script, dist] = process.argv;
if (dist === undefined) {
  const all = fileURLToPath(new URL('../dist', import.meta.url));
  const locales = JSON.parse(readFileSync(new URL('../../../packages/words/locales/locales.json', import.meta.url), 'utf8'));
  // The pseudo-locale has longer texts on purpose and no users.
  const built = readdirSync(all).filter((name) => existsSync(`${all}/${name}/.built-from`) && locales[name]?.state !== 'pseudo');
  if (built.length === 0) throw new Error(`${all}: there is no build`);
  const failed = built.filter((locale) => {
    console.log(`\n${locale}`);
    return spawnSync(process.execPath, [script, `${all}/${locale}`], { stdio: 'inherit' }).status !== 0;
  });
  process.exit(failed.length > 0 ? 1 : 0);
}
const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'));
const entry = 'index.html';
const budgets = { 'entry': 101, '/login': 118, '/feed': 127, 'other route': 144, 'lazy chunk': 72, 'css': 14.5 };

const weights = new Map();
const weigh = (file) => {
  if (!weights.has(file)) weights.set(file, brotliCompressSync(readFileSync(`${dist}/${file}`)).length / 1024);
  return weights.get(file);
};

if (!manifest[entry]?.isEntry) throw new Error(`${dist}: the manifest names no entry ${entry}`);
const initial = needed(entry);
/** Screens before sign-in have no rail or header. */
const outside = [
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'oauth-callback',
  'verify-email',
  'confirm-email',
  'consent',
  'onboarding',
  'not-found',
].map((name) => `src/pages/${name}-page.tsx`);
/** Chunk of the rail and header around all other screens. */
const shell = Object.keys(manifest).find((key) => manifest[key].name === 'shell');
if (shell === undefined) throw new Error(`${dist}: the manifest names no frame`);
const screen = (page) => new Set([...initial, ...needed(page), ...(outside.includes(page) ? [] : needed(shell))]);
const pages = manifest[entry].dynamicImports.filter((key) => key.startsWith('src/pages/'));
if (pages.length === 0) throw new Error('The manifest names no pages: nothing would be measured');

const rows = [['entry', sum(initial), budgets.entry]];
for (const page of pages) {
  const route = `/${page.replace(/^src\/pages\/(.*)-page\.tsx$/, '$1')}`;
  rows.push([route, sum(screen(page)), budgets[route] ?? budgets['other route']]);
}
for (const key of lazyChunks())
  rows.push([`lazy ${key.replace('src/', '')}`, sum(difference(needed(key), initial)), budgets['lazy chunk']]);
const sheets = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))];
for (const page of pages) {
  const worn = new Set([...screen(page)].flatMap((key) => manifest[key].css ?? []));
  rows.push([`css of ${page.replace('src/pages/', '')}`, [...worn].reduce((total, file) => total + weigh(file), 0), budgets.css]);
}
if (sheets.length === 0) throw new Error('The manifest names no stylesheet: nothing would be measured');

for (const [name, weight, budget] of rows) {
  console.log(`${weight > budget ? 'OVER' : 'ok  '} ${name.padEnd(48)} ${weight.toFixed(1).padStart(7)} of ${budget} KB`);
}
if (rows.some(([, weight, budget]) => weight > budget)) process.exit(1);

/** Returns a chunk with all its static imports. */
function needed(key, found = new Set()) {
  if (found.has(key)) return found;
  found.add(key);
  for (const next of manifest[key].imports ?? []) needed(next, found);
  return found;
}

/** Returns chunks that pages load later: dialogs, decoders. */
function lazyChunks() {
  const all = Object.values(manifest).flatMap((chunk) => chunk.dynamicImports ?? []);
  return [...new Set(all)].filter((key) => !pages.includes(key) && key !== shell);
}

function sum(keys) {
  return [...keys].reduce((total, key) => total + weigh(manifest[key].file), 0);
}

function difference(from, without) {
  return new Set([...from].filter((key) => !without.has(key)));
}
