import { expect, test } from '@playwright/test';
import { messageRun } from '../message-run.ts';
import { type DataFolder, makeStartedFolder } from '../server.ts';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

// Full size: MESSAGES_SECONDS=30 MESSAGES_PER_SECOND=500 MESSAGES_CONVERSATIONS=200 MESSAGES_DOWN=5 npx playwright test -c e2e world/messages
const plan = {
  seconds: number('MESSAGES_SECONDS', 8),
  messagesPerSecond: number('MESSAGES_PER_SECOND', 50),
  conversations: number('MESSAGES_CONVERSATIONS', 20),
  readers: number('MESSAGES_READERS', 10),
  downFor: number('MESSAGES_DOWN', 1),
  killsNode: true,
};

let folder: DataFolder;
test.beforeEach(async () => void (folder = await makeStartedFolder()));
test.afterEach(() => folder.remove());

test('the database dies for a while, then a node: each acknowledged message is stored once, in order, and read by open screens', async () => {
  const figures = await messageRun(folder.dataFolder, plan);
  console.log(JSON.stringify({ plan, figures }));
  expect(figures).toMatchObject({ lost: 0, doubled: 0, misplaced: 0, gaps: 0, unread: 0 });
});
