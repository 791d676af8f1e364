import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source.ts';

interface Package {
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
}
type Packages = Record<string, Package>;

const lock = (JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Packages }).packages;
const installed = (all: Packages): [string, Package][] =>
  Object.entries(all).filter(([at, { link }]) => at.includes('node_modules/') && !link);

/** May be used by, and given away beside, a project under the MIT licence. */
const licences = new Set(
  [
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
    'OFL-1.1',
  ].concat(
    // Weak copyleft, used unchanged as libraries of their own: libvips below sharp; libheif in the browser; lightningcss, axe.
    ['MPL-2.0', 'LGPL-3.0', 'LGPL-3.0-or-later'],
  ),
);

const foreign = (all: Packages): string[] =>
  installed(all)
    .filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))
    .map(([at]) => at);
const unsealed = (all: Packages): string[] =>
  installed(all).flatMap(([at, { integrity }]) => (integrity?.startsWith('sha512-') ? [] : [at]));
const unlicensed = (all: Packages): string[] =>
  installed(all).flatMap(([at, { license }]) => (isFree(license ?? '') ? [] : [`${at}: ${license ?? 'says no licence'}`]));

function isFree(expression: string): boolean {
  const terms = expression.replaceAll(/[()]/g, '').split(/ AND /);
  return terms.every((term) => term.split(' OR ').some((one) => licences.has(one)));
}

/** Native packages that were locked for Linux but not for macOS: `npm ci` would fail there. */
function missingOnMac(all: Packages): string[] {
  const names = new Set(Object.keys(all).map((at) => at.slice(at.lastIndexOf('node_modules/') + 13)));
  return [...names]
    .filter((name) => /linux-x64(?:-gnu)?$/.test(name))
    .filter((name) => ['arm64', 'x64'].some((cpu) => !names.has(name.replace(/linux-x64(?:-gnu)?$/, `darwin-${cpu}`))));
}

test('packages come from the public registry, sealed', () => {
  expect(installed(lock).length).toBeGreaterThan(300);
  expect(foreign(lock)).toEqual([]);
  expect(unsealed(lock)).toEqual([]);
  expect(foreign({ 'node_modules/a': { resolved: 'https://packages.example/a.tgz' } })).toHaveLength(1);
  expect(unsealed({ 'node_modules/a': { integrity: 'sha1-abc' }, 'node_modules/b': {} })).toHaveLength(2);
});

test('the lock still knows macOS', () => {
  expect(missingOnMac(lock)).toEqual([]);
  expect(Object.values(lock).filter(({ os }) => os?.includes('darwin')).length).toBeGreaterThanOrEqual(31);
  expect(missingOnMac({ 'node_modules/@a/b-linux-x64-gnu': {}, 'node_modules/@a/b-darwin-arm64': {} })).toHaveLength(1);
});

test('every package’s licence goes with ours', () => {
  expect(unlicensed(lock)).toEqual([]);
  expect(
    unlicensed({ 'node_modules/a': { license: 'AGPL-3.0-only' }, 'node_modules/b': {}, 'node_modules/c': { license: '(MIT OR GPL-3.0)' } }),
  ).toHaveLength(2);
  expect(unlicensed({ 'node_modules/a': { license: 'MIT AND GPL-3.0' } })).toHaveLength(1);
});
