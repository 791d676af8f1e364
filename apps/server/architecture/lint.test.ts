import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
