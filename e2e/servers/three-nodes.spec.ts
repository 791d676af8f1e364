import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { withDatabase } from '../database.ts';
import { findProgram } from '../find-program.ts';
import { fill } from '../outage-run.ts';
import { askWhile, type PostedPhoto, type RollingFigures, uploadWithin, type Used } from './rolling-run.ts';
import { expectAllWell, startThreeNodes, sumOf, sweepBucket, type ThreeNodes } from './three-nodes.ts';

// Kills each of three nodes and each shared part in turn: npx playwright test -c e2e/servers three-nodes; KILL_SECONDS=10 for the long run.
const secondsAway = Number(process.env['KILL_SECONDS'] ?? 4);
const perSecond = Number(process.env['ROLLING_PER_SECOND'] ?? 5);
/** Maximum seconds until everything works after a part returns. */
const wellWithin = 15;
/** Pause between two outages, longer than an upload. */
const pauseMs = 8_000;
const haproxy = findProgram('haproxy');

/** Paths to read, including lists that replicas serve. */
const reads = [
  '/api/v1/photos',
  '/api/v1/photos?search=wall',
  '/api/v1/me',
  '/api/v1/users?search=tester',
  '/',
  '/api/v1/forum/notifications?limit=1',
];

test('three nodes recover by themselves after nodes and shared services are killed', async () => {
  test.skip(haproxy === null, 'no haproxy');
  test.setTimeout(900_000 + 6 * secondsAway * 1_000);
  const all = await startThreeNodes(haproxy!);
  try {
    // Enough likes for the maximum duration of the run: one request in five is a like.
    const likes = Math.ceil((6 * (secondsAway + wellWithin + pauseMs / 1_000) * perSecond) / 5);
    const filled = await withDatabase(all.installation, (db) => fill(db, likes));
    const wellAfter: Record<string, number> = {};
    let away = '';
    const takeAway = async (
      name: string,
      stop: () => Promise<unknown>,
      start: () => Promise<unknown>,
      isWell: () => unknown = () => true,
    ) => {
      await wait(pauseMs);
      away = name;
      await stop();
      await Promise.all([name === 'object store' && expectRefused(), wait(secondsAway * 1_000)]);
      await start();
      const back = performance.now();
      await expectAllWell(all, filled.makers[0]!.token);
      await expect.poll(isWell, { timeout: 60_000, intervals: [100] }).toBe(true);
      wellAfter[name] = Math.max(wellAfter[name] ?? 0, Math.round((performance.now() - back) / 100) / 10);
      // Waits for two health checks of the balancer.
      await wait(1_000);
      away = '';
    };
    // Uploads of the load last longer than the default outage, so a quick one checks that uploads are refused during it.
    const refused = { token: filled.makers[0]!.token, key: randomUUID() };
    const expectRefused = async (): Promise<void> => expect(await uploadWithin(0, all.url, refused, () => undefined)).toBe('503');
    const kill = (index: number): Promise<void> =>
      takeAway(
        'node',
        () => all.nodes[index]!.end('SIGKILL'),
        async () => void (all.nodes[index] = await all.startNode(index)),
      );
    let readBefore = 0;
    const used = await askWhile(all.url, filled, { perSecond, reads, away: () => away }, async () => {
      await kill(0);
      await takeAway('replica', () => all.replica.signal('SIGKILL'), all.replica.start, isReplicaUsed(all));
      readBefore = await sumOf(all, fromReplica);
      await kill(1);
      await takeAway(
        'object store',
        () => all.objects.stop(),
        () => all.objects.start(),
      );
      await kill(2);
      await takeAway('PostgreSQL', () => all.primary.signal('SIGKILL'), all.primary.start, isReplicaUsed(all));
      await wait(pauseMs);
    });
    console.log(`away for ${secondsAway} s each: ${JSON.stringify({ ...used.figures, wellAfter, load: loadavg() })}`);
    // The log explains failures better than their count. On a busy machine, nodes may time out waiting for a connection.
    console.log(all.failures().join('\n'));
    for (const [name, seconds] of Object.entries(wellAfter)) expect(seconds, name).toBeLessThanOrEqual(wellWithin);
    expect(readBefore).toBeGreaterThan(0);
    expect(used.figures.missed).toBe(0);
    expect(await uploadWithin(0, all.url, refused, (photo: PostedPhoto) => used.posted.set(refused.key, photo))).toBe('2xx');
    await expectNothingHalf(all, used);
    expectNothingNoticed(used.figures);
  } finally {
    await all.stop();
  }
});

const fromReplica = 'mbari_replica_reads_total{from="replica"}';

/** Returns whether all nodes use the replica again. */
const isReplicaUsed = (all: ThreeNodes) => async (): Promise<boolean> => (await sumOf(all, 'mbari_replica_lag_seconds')) < 30;

/** Accepted answers by the part that is down. All others are failures. */
const allowed: Record<keyof Omit<RollingFigures, 'missed'>, RegExp> = {
  // The balancer retries requests to a killed node on another node, unless the response had started.
  answers: /^(?:2xx|(?:node|replica|object store): 2xx|PostgreSQL: (?:2xx|503))$/,
  // `none`: HAProxy closes a reused connection instead of sending a 502.
  likes: /^(?:2xx|node: (?:2xx|502|none)|(?:replica|object store): 2xx|PostgreSQL: (?:2xx|503))$/,
  uploads: /^(?:2xx|node: (?:2xx|502|none)|replica: 2xx|(?:object store|PostgreSQL): (?:2xx|503))$/,
};

function expectNothingNoticed(figures: RollingFigures): void {
  const failures = Object.entries(allowed).flatMap(([kind, pattern]) =>
    Object.entries(figures[kind as keyof typeof allowed])
      .filter(([came]) => !pattern.test(came))
      .map(([came, times]) => `${kind}: ${came} (${times})`),
  );
  expect(failures).toEqual([]);
  // Requests in progress on the killed node may fail: three concurrent uploads on three nodes, and a few likes.
  for (const kind of ['likes', 'uploads'] as const) {
    const lost = (figures[kind]['node: 502'] ?? 0) + (figures[kind]['node: none'] ?? 0);
    expect(lost, `${kind} lost with three nodes`).toBeLessThanOrEqual(9);
  }
  // Proves that PostgreSQL was down.
  expect(figures.answers['PostgreSQL: 503']).toBeGreaterThan(0);
}

/** Checks that each like is counted and notified once, each post exists once with its image, and no file lacks an owner. */
async function expectNothingHalf(all: ThreeNodes, { liked, posted }: Used): Promise<void> {
  const kept = await sweepBucket(all);
  const { rows } = await withDatabase(all.installation, (db) =>
    db.query(
      `select (select count(*)::int from likes) as likes,
              (select count(*)::int from notifications where type = 'like') as notified,
              (select count(distinct (photo_id, actor_id))::int from notifications where type = 'like') as notified_once,
              (select count(*)::int from photos where title = 'On the way') as posts,
              (select count(*)::int from photos p where not exists (select from photo_images i where i.photo_id = p.id)) as without_image,
              (select count(*)::int from images m where not exists (select from photo_images i where i.image_id = m.id)) as without_post,
              (select array_agg(i.image_id) from photo_images i join photos p on p.id = i.photo_id where p.title = 'On the way') as images`,
    ),
  );
  const { images, ...counts } = rows[0] as { images: string[] } & Record<string, number>;
  expect(counts).toEqual({ likes: liked, notified: liked, notified_once: liked, posts: posted.size, without_image: 0, without_post: 0 });
  expect([...kept].toSorted()).toEqual(images.toSorted());
  for (const { id, imageId } of posted.values())
    for (const at of [`/media/${imageId}/640.webp`, `/post/${id}`]) expect((await fetch(`${all.url}${at}`)).status, at).toBe(200);
}
