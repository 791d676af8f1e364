import { expect, test } from '@playwright/test';
import { messageRun } from '../message-run.ts';
import { type DataFolder, makeStartedFolder } from '../server.ts';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

// Full size: MESSAGES_SECONDS=30 MESSAGES_PER_SECOND=500 MESSAGES_CONVERSATIONS=200 MESSAGES_DOWN=5 npx playwright test -c e2e journeys/message-ledger
const plan = {
  seconds: number('MESSAGES_SECONDS', 5),
  messagesPerSecond: number('MESSAGES_PER_SECOND', 40),
  conversations: number('MESSAGES_CONVERSATIONS', 10),
  readers: number('MESSAGES_READERS', 5),
  downFor: number('MESSAGES_DOWN', 1),
  killsNode: process.env['MESSAGES_NODE'] !== 'lives',
};

let folder: DataFolder;
test.beforeEach(async () => void (folder = await makeStartedFolder()));
test.afterEach(() => folder.remove());

test(
  'the database dies for a while, then a node: each acknowledged message is stored once, in order, and read by open screens',
  { tag: '@main' },
  async () => {
    const figures = await messageRun(folder.dataFolder, plan);
    console.log(JSON.stringify({ plan, figures }));
    expect(figures).toMatchObject({ lost: 0, doubled: 0, misplaced: 0, gaps: 0, unread: 0 });
  },
);
