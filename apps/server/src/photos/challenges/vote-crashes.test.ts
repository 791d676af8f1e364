/** @module-tag world */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestChallenge, addTestPhoto } from '../../testing/posts.ts';
import { makeQuickFolder } from '../../testing/quick-folder.ts';
import { runConcurrently } from '../../testing/run-concurrently.ts';
import { compareResults, countVotes } from './count-votes.ts';
import { handOut } from './vote.ts';

const root = path.join(import.meta.dirname, '../../../../..');
const ports = [38_311, 38_312] as const;
const rounds = 6;

interface Vote {
  id: string;
  voter: TestMember;
  choice: number;
}

test('votes on two nodes, one of which is killed, are counted exactly, and a recount agrees', { timeout: 300_000 }, async () => {
  await promisify(execFile)(process.execPath, ['-e', `import('./scripts/build.mjs').then(({ buildPrograms }) => buildPrograms())`], {
    cwd: root,
  });
  const app = await startTestApp();
  const folders = await Promise.all(ports.map(() => makeQuickFolder('mbari-voters-')));
  const nodes: ChildProcess[] = [];
  try {
    const members = await Promise.all(Array.from({ length: 100 }, () => addTestMember(app)));
    const photos = await Promise.all(members.slice(0, 40).map((member) => addTestPhoto(app, member)));
    const { id } = await addTestChallenge(app, { state: 'voting', photos });
    const key = randomBytes(32).toString('hex');
    for (const [index, port] of ports.entries())
      nodes.push(
        fork(path.join(root, 'apps/server/dist/main.js'), {
          env: environmentOf(app, { folder: folders[index]!, key, port }),
          stdio: 'ignore',
        }),
      );
    for (const port of ports) await expect.poll(() => isReady(port), { timeout: 60_000 }).toBe(true);

    const counted: Vote[] = [];
    let sent = 0;
    for (let round = 0; round < rounds; round += 1) {
      const votes = await openVotes(app, id, members);
      const began = performance.now();
      await runConcurrently(votes, 32, async (vote, index) => {
        await send(id, vote, index);
        counted.push(vote);
        sent += 1;
        if (round === rounds / 2 && sent % votes.length === Math.floor(votes.length / 2)) nodes[0]!.kill('SIGKILL');
      });
      console.log(`round ${round + 1}: ${Math.round((1000 * votes.length) / (performance.now() - began))} votes a second`);
    }

    await app.db.run('update challenges set voting_end_at = now() where id = $1', [id]);
    await countVotes(app.db, new AbortController().signal);
    const stored = await app.db.rows<{ id: string; choice: number }>(
      'select id, choice from challenge_votes where challenge_id = $1 and choice is not null',
      [id],
    );
    expect(new Map(stored.map((vote) => [vote.id, vote.choice]))).toEqual(new Map(counted.map((vote) => [vote.id, vote.choice])));
    const { votes_count: total, won } = (await app.db.row<{ votes_count: number; won: number }>(
      `select c.votes_count, (select sum(e.tally[1])::int from challenge_entries e where e.challenge_id = c.id) as won from challenges c where c.id = $1`,
      [id],
    ))!;
    expect([total, won]).toEqual([counted.length, counted.filter(({ choice }) => choice !== 0).length]);
    expect(await compareResults(app.db, id)).toMatchObject({ votes: counted.length, missing: 0, different: 0 });
  } finally {
    for (const node of nodes) if (node.exitCode === null && node.signalCode === null && node.kill('SIGKILL')) await once(node, 'exit');
    await app.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
});

/** Votes that were handed out and not sent. */
async function openVotes({ context }: TestApp, id: string, voters: readonly TestMember[]): Promise<Vote[]> {
  const handed = await runConcurrently(voters, 8, async (voter) => ({ voter, votes: await handOut(context, voter, id) }));
  return handed.flatMap(({ voter, votes }, n) =>
    votes.filter(({ choice }) => choice === null).map((vote, index) => ({ id: vote.id, voter, choice: (n + index) % 3 })),
  );
}

/** Sends the vote to a node, and to the other one if it does not answer. */
async function send(challengeId: string, { id, voter, choice }: Vote, index: number): Promise<void> {
  for (const port of [ports[index % 2]!, ports[1]]) {
    const status = await put(port, `/api/v1/challenges/${challengeId}/votes/${id}`, voter, JSON.stringify({ choice }));
    if (status === null) continue;
    expect(status).toBe(200);
    return;
  }
  throw new Error('No node answered.');
}

const agent = new Agent({ keepAlive: true });

/** Returns the status, or null without a whole answer. Cheaper than `fetch`, whose CPU would be measured with the nodes'. */
const put = (port: number, to: string, { token }: TestMember, json: string): Promise<number | null> =>
  new Promise((resolve) => {
    const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json', 'content-length': json.length };
    const sending = request({ agent, port, path: to, method: 'PUT', headers }, (answer) => {
      answer.resume().on('close', () => resolve(answer.complete ? answer.statusCode! : null));
    });
    sending.on('error', () => resolve(null)).end(json);
  });

const isReady = async (port: number): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true;

function environmentOf({ database }: TestApp, { folder, key, port }: { folder: string; key: string; port: number }): NodeJS.ProcessEnv {
  const { user, password, host, port: postgresPort } = inject('postgres');
  return {
    PATH: process.env['PATH'],
    PORT: String(port),
    MBARI_DATA: folder,
    SIGNING_KEY: key,
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${postgresPort}/${database}?host=${encodeURIComponent(host!)}`,
  };
}
