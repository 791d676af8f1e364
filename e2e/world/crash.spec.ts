import { expect, test } from '@playwright/test';
import { makeStartedFolder } from '../server.ts';
import { crashRun } from './crash-run.ts';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

// Full size: CRASH_PHOTOS=100 CRASH_CLIENTS=16 CRASH_KILLS=5 npx playwright test -c e2e world/crash
const plan = {
  photos: number('CRASH_PHOTOS', 20),
  clients: number('CRASH_CLIENTS', 8),
  kills: number('CRASH_KILLS', 2),
  seed: number('CRASH_SEED', Date.now() % 1_000_000),
};

test('photos posted during crashes exist once and complete, or not at all', async () => {
  // Each start waits for the database's recovery: a minute or two on a busy machine.
  test.setTimeout(120_000 + plan.photos * 4_000 + plan.kills * 120_000);
  const { dataFolder, remove } = await makeStartedFolder();
  const figures = await crashRun(dataFolder, plan);
  console.log(JSON.stringify({ plan, figures }));
  expect(figures).toMatchObject({
    acknowledged: plan.photos,
    kills: plan.kills,
    lost: 0,
    doubled: 0,
    half_visible: 0,
    wrong_counts: 0,
    rows_without_file: 0,
    undecodable: 0,
    files_without_row: 0,
    leftovers: 0,
  });
  await remove();
});
