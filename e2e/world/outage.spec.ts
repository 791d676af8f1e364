import { expect, test } from '@playwright/test';
import { outageRun } from '../outage-run.ts';
import { type DataFolder, makeStartedFolder } from '../server.ts';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

// Full size: OUTAGE_SECONDS=15 OUTAGE_LIKES=200 OUTAGE_DOWN=5 npx playwright test -c e2e world/outage
const plan = {
  seconds: number('OUTAGE_SECONDS', 4),
  likesPerSecond: number('OUTAGE_LIKES', 32),
  downFor: number('OUTAGE_DOWN', 1),
};
const nothingWrong = { acknowledged: plan.seconds * plan.likesPerSecond, lost: 0, surplus: 0, repeated: 0, hints_repeated: 0 };

let folder: DataFolder;
test.beforeEach(async () => void (folder = await makeStartedFolder()));
test.afterEach(() => folder.remove());

for (const [name, run] of [
  ['the database dies under two nodes and comes back', { ...plan, clocksOff: [0, 0] }],
  ['the clocks of two nodes are wrong by a fifth of a second, one each way', { ...plan, downFor: 0, clocksOff: [-200, 200] }],
] as const)
  test(`${name}: each like creates one notification, and every open stream reports all notifications`, async () => {
    const figures = await outageRun(folder.dataFolder, run);
    console.log(JSON.stringify({ run, figures }));
    expect(figures).toMatchObject(nothingWrong);
    // Refused requests were answered with 503.
    expect(Object.keys(figures.refusals).filter((status) => status !== '503')).toEqual([]);
    expect(figures.reopened > 0, 'streams that were cut came back').toBe(run.downFor > 0);
  });
