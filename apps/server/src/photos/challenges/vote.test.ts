import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestChallenge, addTestPhoto, setMember } from '../../testing/posts.ts';
import { makeQuickFolder } from '../../testing/quick-folder.ts';
import { runConcurrently } from '../../testing/run-concurrently.ts';
import { compareResults, countVotes } from './count-votes.ts';
import { setChoice } from './vote-queries.ts';
import { handOut } from './vote.ts';

describe('votes', () => {
  let app: TestApp;
  let beside: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    beside = await startTestApp({}, {}, { beside: app });
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  async function addVoting(entrants: readonly TestMember[], method: 'pairs' | 'points' = 'pairs'): Promise<string> {
    const photos = await Promise.all(entrants.map((entrant) => addTestPhoto(app, entrant)));
    return (await addTestChallenge(app, { state: 'voting', method, photos })).id;
  }
  const addMembers = (count: number): Promise<TestMember[]> => Promise.all(Array.from({ length: count }, () => addTestMember(app)));
  const viewsIn = async (id: string): Promise<number[]> =>
    (await app.db.rows<{ n: number }>('select views_count as n from challenge_entries where challenge_id = $1', [id])).map(({ n }) => n);
  const entryOf = async (id: string, { id: memberId }: TestMember): Promise<string> =>
    (await app.db.row<{ id: string }>('select id from challenge_entries where challenge_id = $1 and member_id = $2', [id, memberId]))!.id;
  const take = (member: TestMember, id: string) => handOut(app.context, member, id);

  test('pairs have no own entry, nobody blocked, and no pair twice; a voter gets all pairs of a small challenge', async () => {
    const entrants = await addMembers(6);
    const id = await addVoting(entrants);
    const [voter, blocked] = entrants as [TestMember, TestMember];
    await app.db.run('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [blocked.id, voter.id]);
    const handed = new Map<string, string>();
    for (let round = 0; round < 6; round += 1)
      for (const { id: voteId, entry_id: left, other_id: right, choice } of await take(voter, id)) {
        handed.set(voteId, [left, right].toSorted().join());
        if (choice === null) expect(await setChoice(app.db, voter.id, id, voteId, 1)).toBe(1);
      }
    expect([handed.size, new Set(handed.values()).size]).toEqual([6, 6]);
    const [own, other] = [await entryOf(id, voter), await entryOf(id, blocked)];
    expect([...handed.values()].filter((pair) => pair.includes(own) || pair.includes(other))).toEqual([]);
  });

  test('what was not voted on is handed out again, without further views', async () => {
    const [voter, ...entrants] = await addMembers(21);
    const id = await addVoting(entrants);
    const first = await take(voter!, id);
    expect([first.length, await take(voter!, id)]).toEqual([10, first]);
    expect(await viewsIn(id)).toEqual(Array.from({ length: 20 }, () => 1));
  });

  test('many voters at once see every entry equally often', async () => {
    const [entrants, voters] = [await addMembers(12), await addMembers(20)];
    const id = await addVoting(entrants);
    await runConcurrently(voters, 10, async (voter) => {
      for (let round = 0; round < 2; round += 1)
        for (const { id: voteId, choice } of await take(voter, id)) if (choice === null) await setChoice(app.db, voter.id, id, voteId, 2);
    });
    const views = await viewsIn(id);
    expect(Math.max(...views) - Math.min(...views)).toBeLessThanOrEqual(1);
    expect(Math.min(...views)).toBeGreaterThanOrEqual((20 * 6 * 2) / 12);
  });

  test('points: each entry comes once', async () => {
    const [voter, ...entrants] = await addMembers(6);
    const id = await addVoting([...entrants, voter!], 'points');
    const handed = await take(voter!, id);
    expect([handed.length, new Set(handed.map(({ entry_id: entry }) => entry)).size]).toEqual([5, 5]);
    const { id: voteId } = handed[0]!;
    for (const [choice, stored] of [
      [0, 0],
      [5, 1],
      [3, 1],
    ] as const)
      expect(await setChoice(app.db, voter!.id, id, voteId, choice)).toBe(stored);
  });

  test('votes of others, for withdrawn entries, by suspended or younger accounts and after the end are not stored', async () => {
    const [voter, ...entrants] = await addMembers(5);
    const id = await addVoting(entrants);
    const [first, second] = await take(voter!, id);
    const choose = (voteId: string, { id: memberId } = voter!): Promise<number> => setChoice(app.db, memberId, id, voteId, 1);
    expect([await choose(first!.id), await choose(first!.id, entrants[0]), await choose(newId())]).toEqual([1, 0, 0]);
    await app.db.run('delete from challenge_entries where id = $1', [second!.entry_id]);
    expect([await choose(second!.id), (await take(voter!, id)).map((vote) => vote.id)[0]]).toEqual([0, first!.id]);
    await setMember(app, voter!, { suspended_at: new Date() });
    expect(await choose(first!.id)).toBe(0);
    await setMember(app, voter!, { suspended_at: null });
    const young = await addTestMember(app);
    await expect(take(young, id)).rejects.toBeInstanceOf(Refusal);
    await app.db.run('update challenges set voting_end_at = now() where id = $1', [id]);
    expect(await choose(first!.id)).toBe(0);
    await expect(take(voter!, id)).rejects.toBeInstanceOf(Refusal);
  });

  test('a vote that began before the end, and waited for the count, is not stored', async () => {
    const [voter, ...entrants] = await addMembers(4);
    const id = await addVoting(entrants);
    const [first] = await take(voter!, id);
    const stored = await app.db.transaction(async (tx) => {
      // The time of the transaction is that of its first statement.
      await tx.row('select now()');
      await beside.db.run(`update challenges set voting_end_at = clock_timestamp() where id = $1`, [id]);
      await countVotes(beside.db, new AbortController().signal);
      return setChoice(tx, voter!.id, id, first!.id, 1);
    });
    expect([stored, await compareResults(app.db, id)]).toMatchObject([0, { votes: 0, missing: 0 }]);
  });

  const resultsOf = (id: string) =>
    app.db.rows<{ id: string; place: number | null; votes: number }>(
      `select id, place, (select sum(n)::int from unnest(tally) n) as votes from challenge_entries where challenge_id = $1 order by score desc`,
      [id],
    );

  /** All members vote on everything: the entry with the smaller id wins. */
  async function voteOnAll(id: string, voters: readonly TestMember[]): Promise<void> {
    for (const voter of voters)
      for (let round = 0; round < 5; round += 1)
        for (const { id: voteId, entry_id: left, other_id: right, choice } of await take(voter, id))
          if (choice === null) await setChoice(app.db, voter.id, id, voteId, left < right! ? 1 : 2);
  }

  test('two nodes count once, without votes of suspended members, and a recount gives the same bits', async () => {
    const [suspended, ...members] = await addMembers(9);
    const id = await addVoting(members.slice(0, 5));
    await voteOnAll(id, [suspended!, ...members]);
    await setMember(app, suspended!, { suspended_at: new Date() });
    await app.db.run('update challenges set voting_end_at = now() where id = $1', [id]);
    for (const _ of [app, beside]) await addJob(app.db, 'advance_challenges', null);
    await Promise.all([app, beside].map(({ context }) => runJobs(context)));
    const results = await resultsOf(id);
    expect(results.map((entry) => entry.id)).toEqual(results.map((entry) => entry.id).toSorted());
    // Five entrants vote on the 6 pairs of the other four, and three members on all 10 pairs.
    expect([results[0]!.place, results.reduce((sum, entry) => sum + entry.votes, 0)]).toEqual([1, 2 * (5 * 6 + 3 * 10)]);
    await setMember(app, suspended!, { suspended_at: null });
    expect(await compareResults(app.db, id)).toEqual({ entries: 5, votes: 60, missing: 0, different: 0 });
    await app.db.run('delete from challenge_entries where id = $1', [results[0]!.id]);
    expect(await compareResults(app.db, id)).toMatchObject({ entries: 4, votes: 36, missing: 24 });
  });

  test('under twenty votes an entry there is no ranking', async () => {
    const members = await addMembers(4);
    const id = await addVoting(members);
    await voteOnAll(id, members);
    await app.db.run('update challenges set voting_end_at = now() where id = $1', [id]);
    await addJob(app.db, 'advance_challenges', null);
    await runJobs(app.context);
    expect((await resultsOf(id)).map(({ place }) => place)).toEqual([null, null, null, null]);
  });
});

describe('crashes during a vote', { tags: ['world'] }, () => {
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
});
