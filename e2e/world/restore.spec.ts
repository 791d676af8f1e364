import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { addPosts, command, destroy, inspect, nothingWrong, restoreAndKill, runCommand, settleIn, startAt, test } from '../backup-run.ts';
import { copyStartedFolder } from '../server.ts';

test('after a killed restore, the server refuses to start, and another restore succeeds', async ({ folder, installation, file }) => {
  await copyStartedFolder(installation.dataFolder);
  const server = await startAt(installation);
  await settleIn(installation, server);
  await addPosts(installation, 200);
  expect(await runCommand(installation, 'backup', file)).toMatchObject({ code: 0 });
  await server.end();
  await destroy(installation);

  await restoreAndKill(installation, file);
  const start = command(installation, 'start');
  expect(await start.ended).toBe(1);
  expect(start.output()).toContain('A restore into');
  expect(await runCommand(installation, 'backup', path.join(folder, 'half.tar'))).toMatchObject({ code: 1 });
  expect(existsSync(path.join(folder, 'half.tar'))).toBe(false);

  await restoreAndKill(installation, file);
  expect(await runCommand(installation, 'restore', file)).toMatchObject({ code: 0 });
  expect(existsSync(path.join(installation.dataFolder, 'restore-under-way'))).toBe(false);
  const again = await startAt(installation);
  expect(await inspect(installation, { comments: [], posts: [] })).toEqual(nothingWrong);
  await again.end();
});
