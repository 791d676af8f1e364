import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesBelow, root } from './source.ts';

const sins: Record<string, string> = {
  'no-explicit-any': 'export const a: any = 1;',
  'no-default-export': 'export default function a(): void {}',
  'no-floating-promises': 'const wait = async (): Promise<void> => {};\nexport function go(): void { wait(); }',
  'no-focused-tests': `import { test } from 'vitest';\ntest.only('a', () => {});`,
  'eqeqeq': 'export const a = (b: number | null): boolean => b == 1;',
  'no-unused-vars': 'const a = 1;\nexport const b = 2;',
};

let folder: string;
/** Creates a folder where the lint settings apply. Other checks skip names that start with a dot. */
beforeAll(async () => void (folder = await mkdtemp(path.join(root, 'apps/server/src/.lint-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the configured lint reports each kind of violation', async () => {
  for (const [name, text] of Object.entries(sins))
    await writeFile(path.join(folder, name === 'no-focused-tests' ? 'a.test.ts' : `${name}.ts`), text);
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, '--type-aware', '--format', 'json', folder], { cwd: root }).catch(
    (failed: { stdout: string }) => failed,
  );
  const codes = (JSON.parse(stdout) as { diagnostics: { code?: string }[] }).diagnostics.map(({ code }) => code ?? '');
  for (const name of Object.keys(sins))
    expect(
      codes.some((code) => code.includes(name)),
      name,
    ).toBe(true);
});

interface Settings {
  overrides: { files: string[] }[];
}

function stalePatterns({ overrides }: Settings, files: readonly string[]): string[] {
  return overrides.flatMap((override) => override.files).filter((pattern) => !files.some((file) => asRegExp(pattern).test(file)));
}

/** Supports `*` and `**`; all other characters are literal. */
function asRegExp(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*)/);
  const globParts: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' };
  return new RegExp(`^${parts.map((part) => globParts[part] ?? part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')).join('')}$`);
}

test('every lint exception matches an existing file', () => {
  const settings = JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')) as Settings;
  const files = filesBelow('.');
  expect(settings.overrides.length).toBeGreaterThan(5);
  expect(stalePatterns(settings, files)).toEqual([]);
  const planted = ['apps/web/src/photos/gone.tsx', 'apps/web/vite/**', '**/*.gone.ts'];
  expect(stalePatterns({ overrides: [{ files: ['**/*.test.ts', ...planted] }] }, files)).toEqual(planted);
});

describe('unused code', () => {
  /** A repository of a few files, with the product's settings. */
  const files: Record<string, string> = {
    'packages/contract/src/platform/limits.ts': 'export const said = 1;\nexport const unsaid = 2;\n',
    'packages/contract/src/photos/posts.ts': 'export type Asked = string;\nexport type Unasked = string;\n',
    'apps/web/src/lib/unused.ts': 'export const nobody = 1;\n',
    'apps/web/src/lib/used.ts': 'export const used = 1;\nexport const unused = 2;\n',
    'apps/web/src/main.tsx': `import * as limits from '@mbari/contract/platform/limits';
import type { Asked } from '@mbari/contract/photos/posts';
import { used } from '~/lib/used.ts';
export const a: Asked = String(limits.said + used);
`,
  };
  const asInTheProduct = [
    'knip.json',
    'package.json',
    'tsconfig.base.json',
    ...['packages/contract', 'apps/web'].flatMap((folder) => [`${folder}/package.json`, `${folder}/tsconfig.json`]),
    'apps/web/index.html',
    'apps/web/public',
  ];

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mbari-unused-'));
    for (const file of asInTheProduct) await cp(path.join(root, file), path.join(folder, file), { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    await mkdir(path.join(folder, 'node_modules/@mbari'), { recursive: true });
    await symlink(path.join(folder, 'packages/contract'), path.join(folder, 'node_modules/@mbari/contract'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('unused code is found in the web app and in the contract', async () => {
    const knip = path.join(root, 'node_modules/knip/bin/knip.js');
    const { stdout } = await promisify(execFile)(process.execPath, [knip, '--directory', folder, '--reporter', 'json'], {
      cwd: folder,
    }).catch((failed: { stdout: string }) => failed);
    const { issues } = JSON.parse(stdout) as {
      issues: { file: string; files?: unknown[]; exports: { name: string }[]; types: { name: string }[] }[];
    };
    const problems = issues.flatMap(({ file, files: whole = [], exports, types }) => [
      ...(whole.length > 0 ? [file] : []),
      ...[...exports, ...types].map(({ name }) => `${file}: ${name}`),
    ]);
    expect(problems.filter((file) => file in files || /: /.test(file)).sort()).toEqual([
      'apps/web/src/lib/unused.ts',
      'apps/web/src/lib/used.ts: unused',
      'packages/contract/src/photos/posts.ts: Unasked',
      'packages/contract/src/platform/limits.ts: unsaid',
    ]);
  });
});
