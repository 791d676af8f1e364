import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './source.ts';

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
