import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeQuickFolder, removeAbandonedFolders } from './quick-folder.ts';

test('folders of killed runs are removed, and those of running ones stay', async () => {
  const killed = spawn(process.execPath, ['--eval', '']);
  await once(killed, 'exit');
  const quickFolder = await makeQuickFolder('mbari-abandoned-');
  const abandoned = path.join(path.dirname(quickFolder), `mbari-abandoned-${killed.pid}-aB3dE6`);
  const other = path.join(path.dirname(quickFolder), `another-${killed.pid}-aB3dE6`);
  for (const folder of [abandoned, other]) await mkdir(path.join(folder, 'images'), { recursive: true });
  await removeAbandonedFolders();
  expect([quickFolder, abandoned, other].map((folder) => existsSync(folder))).toEqual([true, false, true]);
  for (const folder of [quickFolder, other]) await rm(folder, { recursive: true });
});
