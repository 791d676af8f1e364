import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { addTestPhoto, block, setMember, setPhotoGone, unblock } from '../../testing/posts.ts';
import { type Replicated, startReplicated, type TestServer } from '../../testing/replicated.ts';
import { openPool } from '../../testing/reused-databases.ts';
import { replaceTopicTags } from '../tags/queries.ts';
import { pinnedMs, type Pins, requireReplicas, trackPins } from './replica.ts';

describe('read replicas', { tags: ['world'] }, () => {
  let servers: Replicated;
  let app: TestApp;
  let beside: TestApp;
  let [owner, viewer]: TestMember[] = [];

  beforeAll(async () => {
    servers = await startReplicated(2);
    const settings = { DATABASE_URL: servers.primary.url, DATABASE_REPLICA_URLS: servers.replicas.map(({ url }) => url).join() };
    app = await startTestApp(settings, {}, { on: servers.primary.connection });
    beside = await startTestApp(settings, {}, { on: servers.primary.connection, beside: app });
    [owner, viewer] = [await addTestMember(app), await addTestMember(app)];
  }, 120_000);
  afterAll(async () => {
    await beside?.close();
    await app?.close();
    await servers?.stop();
  });

  const everyReplica = async (sql: string): Promise<void> => {
    for (const replica of servers.replicas) await replica.ask(sql);
  };
  const pause = (): Promise<void> => everyReplica('select pg_wal_replay_pause()');

  async function allFollow(): Promise<void> {
    await everyReplica('select pg_wal_replay_resume()');
    const [{ at }] = (await servers.primary.ask('select pg_current_wal_lsn() as at')) as [{ at: string }];
    const have = (): Promise<unknown[]> =>
      Promise.all(
        servers.replicas.map(async (replica) => (await replica.ask(`select pg_last_wal_replay_lsn() >= '${at}' as has`))[0]!['has']),
      );
    await expect.poll(have).toEqual([true, true]);
    for (const node of [app, beside]) {
      await expect.poll(() => node.context.replicas.all.map((replica) => replica.isFit())).toEqual([true, true]);
      await expect.poll(() => countsOf(() => search('nobody', viewer, node), node)).toEqual({ replica: 1 });
    }
  }

  async function list(path: string, member = viewer!, node = app): Promise<string[]> {
    const { status, json } = await node.call('GET', path, { token: member.token });
    expect(status).toBe(200);
    return json.data.map(({ id }: { id: string }) => id);
  }
  const search = (word: string, member = viewer!, node = app): Promise<string[]> => list(`/photos?search=${word}`, member, node);

  async function countsOf(work: () => Promise<unknown>, { context } = app): Promise<Record<string, number>> {
    const before: Record<string, number> = { ...context.replicas.counts };
    await work();
    const more = Object.entries(context.replicas.counts).map(([from, count]) => [from, count - before[from]!] as const);
    return Object.fromEntries(more.filter(([, count]) => count > 0));
  }

  test('both replicas are used and return the same as the primary', async () => {
    const photo = await addTestPhoto(app, owner!, { title: 'Kola nuts' });
    await allFollow();
    const before = app.context.replicas.all.map(({ counts }) => counts.answered);
    const from = await countsOf(async () => {
      for (let n = 0; n < 10; n += 1) expect(await search('kola')).toEqual([photo.id]);
    });
    expect(from).toEqual({ replica: 10 });
    for (const [index, { counts }] of app.context.replicas.all.entries()) expect(counts.answered).toBeGreaterThan(before[index]!);
  });

  describe('while replication is paused', () => {
    const hide: [string, (photo: { id: string }, member: TestMember) => Promise<unknown>][] = [
      ['deleted', (photo) => setPhotoGone(app, photo, 'deleted_at')],
      ['removed', (photo) => setPhotoGone(app, photo, 'removed_at')],
      ['by a member who blocked the viewer', (_photo, member) => block(app, member, viewer!)],
      ['for followers only', (_photo, member) => setMember(app, member, { post_visibility: 'followers' })],
      ['by a suspended member', (_photo, member) => setMember(app, member, { suspended_at: new Date() })],
    ];

    let searchCount = 0;
    test.each(hide)('a post that is %s disappears from every list with the next request', async (_how, change) => {
      const member = await addTestMember(app);
      const word = `nets${(searchCount += 1)}`;
      const photo = await addTestPhoto(app, member, { title: word });
      const newer = await addTestPhoto(app, owner!, { title: 'Something else' });
      await allFollow();
      await pause();
      const lists: [string, string][] = [
        [`/photos?search=${word}`, `/photos?search=${word}`],
        [`/photos?username=${member.username}`, `/photos?username=${member.username}`],
        ['/photos/trending', '/photos/trending'],
        [`/photos?per_page=20&cursor=${newer.id}`, 'an old page'],
      ];
      for (const [path, name] of lists) expect(await list(path), name).toContain(photo.id);
      await change(photo, member);
      for (const [path, name] of lists) expect(await list(path), name).not.toContain(photo.id);
      const { json } = await app.call('GET', `/photos?search=${word}`, { token: viewer!.token });
      expect(json.meta.total).toBe(0);
      expect(await countsOf(() => search(word))).toEqual({ refused: 1 });
      await unblock(app, member, viewer!);
    });

    test.each<[string, (member: TestMember) => Promise<unknown>]>([
      ['blocked the viewer', (member) => block(app, member, viewer!)],
      ['is suspended', (member) => setMember(app, member, { suspended_at: new Date() })],
    ])('a member who %s disappears from every list of members and topics, with their content', async (_how, change) => {
      const word = `loom${(searchCount += 1)}`;
      const member = await addTestMember(app, { name: `Zuri ${word}` });
      const topic = await addTestTopic(app, member, { title: `About a ${word}` });
      await replaceTopicTags(app.db, [{ id: topic.id, tags: [word] }]);
      const newer = await addTestTopic(app, owner!, { title: 'Something else' });
      await allFollow();
      await pause();
      // The primary's page cache answers a repeated request for a page, so each request asks for another page size.
      const lists = (size: 20 | 50): [string, string][] => [
        [`/users?search=${word}`, member.id],
        ['/users', member.id],
        ['/me/suggestions', member.id],
        [`/forum/search?q=${word}`, topic.id],
        [`/forum/topics?search=${word}`, topic.id],
        [`/forum/topics?sort=new&per_page=${size}&cursor=${newer.id}`, topic.id],
        [`/tags/${word}/topics`, topic.id],
      ];
      const ids = async (path: string): Promise<string[]> => {
        const { json } = await app.call('GET', path, { token: viewer!.token });
        return json.data.map((item: { id: string; topic?: { id: string } }) => item.topic?.id ?? item.id);
      };
      for (const [path, id] of lists(20))
        expect([path, await countsOf(async () => expect(await ids(path), path).toContain(id))]).toEqual([path, { replica: 1 }]);
      await change(member);
      for (const [path, id] of lists(50))
        expect([path, await countsOf(async () => expect(await ids(path), path).not.toContain(id))]).toEqual([path, { refused: 1 }]);
      await unblock(app, member, viewer!);
    });

    test('members are shown with current data, even if a lagging replica found them', async () => {
      const member = await addTestMember(app, { name: 'Nneka Before' });
      await allFollow();
      await pause();
      await setMember(app, member, { name: 'Nneka After' });
      const read = async (): Promise<unknown> => (await app.call('GET', '/users?search=nneka', { token: viewer!.token })).json.data;
      expect(await countsOf(async () => expect(await read()).toMatchObject([{ name: 'Nneka After' }]))).toEqual({ replica: 1 });
    });

    test(
      'a lagging replica delays other members’ writes, but every node shows a member’s own writes immediately',
      { timeout: 60_000 },
      async () => {
        const photo = await addTestPhoto(app, owner!, { title: 'Untitled' });
        await allFollow();
        await pause();
        const form = new FormData();
        form.set('title', 'Shea butter');
        const renamed = await app.call('POST', `/photos/${photo.id}/update`, { token: owner!.token, form });
        expect(renamed.status).toBe(200);
        expect(await search('shea')).toEqual([]);
        expect(await countsOf(async () => expect(await search('shea', owner)).toEqual([photo.id]))).toEqual({ pinned: 1 });
        await expect.poll(() => search('shea', owner, beside)).toEqual([photo.id]);
        await wait(pinnedMs + 500);
        for (const node of [app, beside])
          expect(await countsOf(async () => expect(await search('shea', owner, node)).toEqual([photo.id]), node)).toEqual({ pinned: 1 });
        await allFollow();
        await expect.poll(() => countsOf(() => search('shea', owner))).toEqual({ replica: 1 });
        await expect.poll(() => search('shea')).toEqual([photo.id]);
      },
    );

    test('a replica that lags too far is not used', { timeout: 60_000 }, async () => {
      await allFollow();
      await pause();
      const photo = await addTestPhoto(app, owner!, { title: 'Raffia' });
      await expect.poll(() => search('raffia')).toEqual([photo.id]);
      expect(await countsOf(() => search('raffia'))).toEqual({ unfit: 1 });
      await allFollow();
    });
  });

  describe('a replica in the middle of 200 requests', () => {
    /** Expects 200 answers. A request that waited for a stopped replica would never end. */
    async function ask200(midway: () => Promise<unknown>): Promise<void> {
      for (let n = 0; n < 200; n += 10) {
        if (n === 50) await midway();
        const results = await Promise.all(Array.from({ length: 10 }, () => search('kola')));
        expect(results.map(({ length }) => length)).toEqual(Array(10).fill(1));
      }
    }

    test('a replica that dies causes no error and is used again later', async () => {
      await allFollow();
      await ask200(() => servers.replicas[0]!.signal('SIGKILL'));
      expect(app.context.replicas.all.map((replica) => replica.isFit())).toEqual([false, true]);
      await servers.replicas[0]!.start();
      await allFollow();
      const { answered } = app.context.replicas.all[0]!.counts;
      await ask200(async () => undefined);
      expect(app.context.replicas.all[0]!.counts.answered).toBeGreaterThan(answered);
    });

    test('a replica that hangs causes no error', async () => {
      await allFollow();
      await ask200(() => servers.replicas[1]!.signal('SIGSTOP'));
      await expect.poll(() => app.context.replicas.all.map((replica) => replica.isFit())).toEqual([true, false]);
      await servers.replicas[1]!.signal('SIGCONT');
      await allFollow();
      expect(await countsOf(() => ask200(async () => undefined))).toEqual({ replica: 200 });
    });

    test('all replicas failing together cause no error', async () => {
      await allFollow();
      await ask200(() => Promise.all(servers.replicas.map((replica) => replica.signal('SIGKILL'))));
      expect(await countsOf(() => search('kola'))).toEqual({ unfit: 1 });
      for (const replica of servers.replicas) await replica.start();
      await allFollow();
      expect(await countsOf(() => search('kola'))).toEqual({ replica: 1 });
    });
  });

  test('a server that is not a replica is refused, and an unreachable replica is reported', async () => {
    const writer = app.db.pool;
    const [first, second] = servers.replicas as [TestServer, TestServer];
    expect(await requireReplicas([first.url, second.url], writer)).toEqual([]);
    const where = (url: string): string => new URL(url).host;
    await expect(requireReplicas([first.url, servers.primary.url], writer)).rejects.toThrow(
      `DATABASE_REPLICA_URLS has ${where(servers.primary.url)}, but it is not a replica: it accepts writes.`,
    );
    await expect(requireReplicas([first.url.replace(/[^/]+$/, 'postgres')], writer)).rejects.toThrow('it is the database postgres, but');
    const otherPool = openPool({});
    await expect(requireReplicas([first.url], otherPool)).rejects.toThrow('it belongs to another server than DATABASE_URL');
    await otherPool.end();
    expect(await requireReplicas(['postgres://nobody@127.0.0.1:1/none'], writer)).toEqual([
      expect.stringMatching(/^The replica 127\.0\.0\.1:1 does not answer \(.*ECONNREFUSED.*\)\. It is used as soon as it does\.$/),
    ]);
  });
});

describe('pins to the primary', () => {
  let now: number;
  let pins: Pins;
  beforeEach(() => {
    now = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    pins = trackPins();
    return () => vi.restoreAllMocks();
  });
  const pass = (ms: number): void => void (now += ms);

  test('a member who wrote reads from the primary for two seconds and until a replica has the write', () => {
    pins.hintsConnected();
    pass(pinnedMs);
    expect(pins.mayRead('ada', now)).toBe(true);
    pins.add('ada');
    const wrote = now;
    pass(pinnedMs - 1);
    expect(pins.mayRead('ada', now)).toBe(false);
    expect(pins.mayRead('olu', now)).toBe(true);
    pass(1);
    expect(pins.mayRead('ada', wrote)).toBe(false);
    expect(pins.mayRead('ada', wrote + 1)).toBe(true);
    pins.add('ada');
    expect(pins.mayRead('ada', now + 1)).toBe(false);
  });

  test('while hints from other nodes are missing, every member counts as having written', () => {
    expect(pins.mayRead('ada', now)).toBe(false);
    expect(pins.mayRead(null, now)).toBe(true);
    pins.hintsConnected();
    pass(pinnedMs);
    expect(pins.mayRead('ada', now)).toBe(true);
    pins.hintsLost();
    pass(pinnedMs * 10);
    expect(pins.mayRead('ada', now)).toBe(false);
    pins.hintsConnected();
    const heardAt = now;
    pass(pinnedMs);
    expect(pins.mayRead('ada', heardAt)).toBe(false);
    expect(pins.mayRead('ada', now)).toBe(true);
  });

  test('`forgetBefore` forgets only members whose last write was before the time', () => {
    pins.hintsConnected();
    pins.add('ada');
    pass(10);
    pins.add('olu');
    pins.forgetBefore(now);
    pass(pinnedMs);
    expect(pins.mayRead('olu', now - pinnedMs)).toBe(false);
    expect(pins.mayRead('ada', now - pinnedMs)).toBe(true);
  });
});
