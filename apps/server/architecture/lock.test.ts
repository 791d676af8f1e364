import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source.ts';

interface Package {
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  cpu?: string[];
  libc?: string[];
  integrity?: string;
  license?: string;
  version?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
}
type Packages = Record<string, Package>;

const lock = (JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Packages }).packages;
const installed = (all: Packages): [string, Package][] =>
  Object.entries(all).filter(([file, { link }]) => file.includes('node_modules/') && !link);

/** Licences compatible with a project under the MIT licence. */
const licences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
  'PSF-2.0',
  'OFL-1.1',
  'PostgreSQL',
]);
/** Packages under weak copyleft licences, each an unchanged, separate library. */
const unchanged: Record<string, RegExp> = {
  'LGPL-3.0': /^libheif-js$/, // in the browser, a separate program
  'LGPL-3.0-or-later': /^@img\/sharp-/, // libvips below sharp
  'MPL-2.0': /^(?:lightningcss(?:-.+)?|axe-core|@axe-core\/playwright)$/, // in builds and tests
};

/** Old packages that declare their licence elsewhere. All belong to s3rver, in tests. */
const licencesInReadmes: Record<string, string> = {
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'streamsearch@0.1.2': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
};

const foreign = (all: Packages): string[] =>
  installed(all)
    .filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))
    .map(([file]) => file);
const unsealed = (all: Packages): string[] =>
  installed(all).flatMap(([file, { integrity }]) => (integrity?.startsWith('sha512-') ? [] : [file]));
const unlicensed = (all: Packages): string[] =>
  installed(all).flatMap(([file, { license, version }]) =>
    isFree(nameOf(file), license ?? licencesInReadmes[`${nameOf(file)}@${version}`] ?? '')
      ? []
      : [`${file}: ${license ?? 'says no licence'}`],
  );

function isFree(name: string, expression: string): boolean {
  const terms = expression.replaceAll(/[()]/g, '').split(/ AND /);
  return terms.every((term) => term.split(' OR ').some((licence) => licences.has(licence) || unchanged[licence]?.test(name)));
}

/** Returns the packages whose licence in the lock file differs from that of the installed package. */
function misquoted(all: Packages): string[] {
  return installed(all).flatMap(([address, { license }]) => {
    const file = path.join(root, address, 'package.json');
    if (!existsSync(file)) return [];
    const manifestLicence = (JSON.parse(readFileSync(file, 'utf8')) as { license?: string | { type: string } }).license;
    const stated = typeof manifestLicence === 'object' ? manifestLicence.type : manifestLicence;
    return stated === license ? [] : [`${address}: ${license ?? 'nothing'} in the lock, ${stated ?? 'nothing'} in the package`];
  });
}

/** Returns what `npm ci --omit=dev` installs for these workspaces on Linux, including optional peers that the lock file contains. */
function runTimePackages(all: Packages, workspaces: readonly string[]): string[] {
  const visited = new Set<string>();
  const suits = ({ os, cpu, libc }: Package): boolean =>
    [os?.includes('linux'), cpu?.includes('x64'), libc?.includes('glibc')].every((fits) => fits !== false);
  const walk = (file: string): void => {
    const entry = all[file];
    if (!entry || visited.has(file) || !suits(entry)) return;
    if (entry.link) return walk(entry.resolved ?? '');
    visited.add(file);
    const { dependencies, optionalDependencies, peerDependencies } = entry;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const near = foldersAbove(file).find((folder) => all[`${folder}node_modules/${name}`]);
      if (near !== undefined) walk(`${near}node_modules/${name}`);
    }
  };
  workspaces.forEach(walk);
  return [...visited].filter((file) => file.includes('node_modules/')).sort();
}

/** Returns the folders in which Node looks for dependencies of `file`. */
function foldersAbove(file: string): string[] {
  const parts = file.split('/node_modules/');
  const folders = parts.map((_part, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/`).reverse();
  return [...folders, ''];
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('node_modules/') + 13);

/** Returns native packages that were locked for Linux but not for macOS: `npm ci` would fail there. */
function missingOnMac(all: Packages): string[] {
  const names = new Set(Object.keys(all).map(nameOf));
  return [...names]
    .filter((name) => /linux-x64(?:-gnu)?$/.test(name))
    .filter((name) => ['arm64', 'x64'].some((cpu) => !names.has(name.replace(/linux-x64(?:-gnu)?$/, `darwin-${cpu}`))));
}

test('packages come from the public registry, with hashes', () => {
  expect(installed(lock).length).toBeGreaterThan(300);
  expect(foreign(lock)).toEqual([]);
  expect(unsealed(lock)).toEqual([]);
  expect(foreign({ 'node_modules/a': { resolved: 'https://packages.example/a.tgz' } })).toHaveLength(1);
  expect(unsealed({ 'node_modules/a': { integrity: 'sha1-abc' }, 'node_modules/b': {} })).toHaveLength(2);
});

test('the lock file includes the packages for macOS', () => {
  expect(missingOnMac(lock)).toEqual([]);
  expect(Object.values(lock).filter(({ os }) => os?.includes('darwin')).length).toBeGreaterThanOrEqual(31);
  expect(missingOnMac({ 'node_modules/@a/b-linux-x64-gnu': {}, 'node_modules/@a/b-darwin-arm64': {} })).toHaveLength(1);
});

test('every package’s licence is compatible with ours', () => {
  expect(unlicensed(lock)).toEqual([]);
  expect(
    unlicensed({ 'node_modules/a': { license: 'AGPL-3.0-only' }, 'node_modules/b': {}, 'node_modules/c': { license: '(MIT OR GPL-3.0)' } }),
  ).toHaveLength(2);
  expect(unlicensed({ 'node_modules/a': { license: 'MIT AND GPL-3.0' } })).toHaveLength(1);
  expect(unlicensed({ 'node_modules/libheif-js': { license: 'LGPL-3.0' }, 'node_modules/a': { license: 'LGPL-3.0' } })).toHaveLength(1);
});

test('the lock file states the licence of each installed package', () => {
  expect(misquoted(lock)).toEqual([]);
  expect(misquoted({ 'node_modules/fastify': { license: 'GPL-3.0' } })).toHaveLength(1);
});

test('the number of run-time packages stays within its limit', () => {
  const server = runTimePackages(lock, ['packages/contract', 'packages/words', 'apps/server']);
  const all = runTimePackages(lock, ['packages/contract', 'packages/words', 'apps/server', 'apps/web']);
  expect(server.length).toBeGreaterThan(100);
  expect(server).toContain('node_modules/fastify');
  // Raise this limit only with a decision record.
  expect(server.length).toBeLessThanOrEqual(180);
  expect(server).not.toContain('node_modules/@mbari/demo');
  expect(runTimePackages(lock, ['packages/contract', 'packages/demo', 'packages/words', 'apps/server'])).toEqual(server);
  expect(all.length).toBeLessThanOrEqual(203);
  const planted = {
    'a': { dependencies: { b: '1' } },
    'node_modules/b': { dependencies: { c: '1' } },
    'node_modules/c': { os: ['darwin'] },
  };
  expect(runTimePackages(planted, ['a'])).toEqual(['node_modules/b']);
});

test('docs/dependencies.md lists every direct dependency with its licence', () => {
  const folders = ['.', 'packages/contract', 'packages/demo', 'packages/words', 'apps/server', 'apps/web', 'e2e', 'bench'];
  const required = folders.flatMap((folder) => {
    const read = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Partial<Record<string, object>>;
    return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) => Object.keys(read[kind] ?? {}));
  });
  const names = [...new Set(required)].filter((name) => !name.startsWith('@mbari/')).sort();
  const lines = readFileSync(path.join(root, 'docs/dependencies.md'), 'utf8').matchAll(/^\| `([^`]+)` \| ([^|]+) \| [^|]{2,}/gm);
  const stated = Object.fromEntries([...lines].map(([, name = '', licence = '']) => [name, licence]));
  const licenceOf = (name: string): string | undefined => installed(lock).find(([file]) => nameOf(file) === name)?.[1].license;
  expect(stated).toEqual(Object.fromEntries(names.map((name) => [name, licenceOf(name)])));
});
