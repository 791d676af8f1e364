import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import type pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../apps/server/src/platform/db/embedded/launcher.ts';
import { withDatabase } from './database.ts';
import { type RunningServer, startServer } from './server.ts';

interface OutagePlan {
  /** Seconds of sending likes to one node. Refused likes are retried on the other node, which serves the authors' streams. */
  seconds: number;
  likesPerSecond: number;
  /** Seconds without a database, starting after a third of the run; 0 disables the outage. */
  downFor: number;
  /** Clock offset of each node in milliseconds. */
  clocksOff: readonly [number, number];
}

interface OutageFigures {
  acknowledged: number;
  /** Number of responses by status other than 2xx; `none` means no response. Each request was retried. */
  refusals: Record<string, number>;
  /** Likes without a notification, notifications without a like, and repeated notifications. */
  lost: number;
  surplus: number;
  repeated: number;
  /** Attempts to reopen streams. Every second stream is cut when the database dies. */
  reopened: number;
  /** Notification hints received twice. */
  hints_repeated: number;
  /** Seconds from the database's return to the first like, and until the last stream has caught up. */
  first_like_after: number | null;
  all_read_after: number;
}

export interface Member {
  id: string;
  token: string;
}

/** Concurrent clients from one address. */
const clients = 64;
const photosEach = 4;
/** Maximum likes for one author, because the unread count stops at a hundred. */
const likesOfOne = 90;

/** Likes photos on two nodes while their database dies and returns, and counts the notifications that the authors receive. */
export async function outageRun(dataFolder: string, plan: OutagePlan): Promise<OutageFigures> {
  let database = await startEmbedded(dataFolder);
  const nodes = await Promise.all(plan.clocksOff.map((off) => startNode(dataFolder, database, off)));
  try {
    const likes = plan.seconds * plan.likesPerSecond;
    const { makers, likers, photos } = await withDatabase({ dataFolder }, (db) => fill(db, likes));
    const readers = await Promise.all(makers.map((maker) => follow(nodes[1]!.url, maker)));
    const refusals: Record<string, number> = {};
    let back: number | null = null;
    let firstAfter: number | null = null;
    const pairs = likers.flatMap((liker) => photos.map((photo) => ({ photo, liker }))).slice(0, likes);
    const sendAll = async (): Promise<void> => {
      const began = performance.now();
      const waiting = pairs.map((pair, index) => ({ ...pair, index }));
      const work = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          await wait(Math.max(0, (next.index / plan.likesPerSecond) * 1000 - (performance.now() - began)));
          for (let tries = 0; ; tries += 1) {
            const status = await like(nodes[tries % 2]!.url, next.photo.id, next.liker);
            if (status === '200') break;
            refusals[status] = (refusals[status] ?? 0) + 1;
            await wait(100 + Math.random() * 200);
          }
          if (back !== null) firstAfter ??= performance.now() - back;
        }
      };
      await Promise.all(Array.from({ length: clients }, work));
    };
    const goDown = async (): Promise<void> => {
      if (plan.downFor === 0) return;
      await wait((plan.seconds * 1000) / 3);
      await killDatabase(dataFolder);
      for (const reader of readers.filter((_, index) => index % 2 === 0)) reader.cut();
      await wait(plan.downFor * 1000);
      database = await startEmbedded(dataFolder);
      back = performance.now();
    };
    await Promise.all([sendAll(), goDown()]);
    const expected = makers.map((maker) => pairs.filter(({ photo }) => photo.maker === maker).length);
    await expect.poll(() => readers.map(({ seen }) => seen.unread), { timeout: 60_000, intervals: [50] }).toEqual(expected);
    const readAfter = (Math.max(...readers.map(({ seen }) => seen.changedAt)) - (back ?? 0)) / 1000;
    for (const reader of readers) reader.close();
    return {
      acknowledged: pairs.length,
      refusals,
      ...(await withDatabase({ dataFolder }, count)),
      reopened: readers.reduce((sum, { seen }) => sum + seen.reopened, 0),
      hints_repeated: readers.reduce((sum, { seen }) => sum + seen.repeated, 0),
      first_like_after: firstAfter === null ? null : seconds(firstAfter / 1000),
      all_read_after: back === null ? 0 : seconds(readAfter),
    };
  } finally {
    await Promise.all(nodes.map((node) => node.end()));
    await database.stop();
  }
}

const seconds = (exact: number): number => Math.round(exact * 10) / 10;

export function startNode(dataFolder: string, { connection }: EmbeddedDatabase, clockOff: number): Promise<RunningServer> {
  const { user, password, host, port, database } = connection;
  const shifted = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs')).href;
  return startServer(dataFolder, {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    ...(clockOff !== 0 && { NODE_OPTIONS: `--import ${shifted}`, CLOCK_OFF_MS: String(clockOff) }),
  });
}

/** Kills the database without warning. Its child processes exit by themselves. */
export async function killDatabase(dataFolder: string): Promise<void> {
  const pid = Number((await readFile(path.join(dataFolder, 'database/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
}

/** Returns the status, or 'none' without a response. */
async function like(url: string, photo: string, { token }: Member): Promise<string> {
  try {
    const answer = await fetch(`${url}/api/v1/photos/${photo}/like`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    });
    await answer.body?.cancel();
    return String(answer.status);
  } catch {
    return 'none';
  }
}

interface Reader {
  seen: {
    /** Unread count, read after the last hint. */
    unread: number;
    /** Time at which the last change was read. */
    changedAt: number;
    reopened: number;
    /** Notification hints received twice. */
    repeated: number;
  };
  /** Drops the connection without closing it. */
  cut: () => void;
  close: () => void;
}

/** Reads a stream like the web app: every event refetches the count, and a closed stream resumes at its last event. */
export async function follow(url: string, { token }: Member): Promise<Reader> {
  const seen = { unread: 0, changedAt: 0, reopened: 0, repeated: 0 };
  const idsOfHints = new Set<string>();
  let isClosed = false;
  const headers = { authorization: `Bearer ${token}` };
  const refetch = refetcher(`${url}/api/v1/forum/notifications?limit=1`, headers, seen, () => isClosed);
  const stream = await keepStream(
    () => url,
    token,
    (event, id) => {
      if (event !== 'notifications' && event !== 'refresh') return;
      // Ignores `refresh`, which may arrive together with a notification hint.
      if (event === 'notifications' && idsOfHints.has(id)) seen.repeated += 1;
      if (event === 'notifications') idsOfHints.add(id);
      void refetch();
    },
    () => (seen.reopened += 1),
  );
  return {
    seen,
    cut: () => stream.cut(),
    close: () => {
      isClosed = true;
      stream.close();
    },
  };
}

/** Opens an event stream and reopens it after its last event whenever it closes. `urlOf` is asked for each attempt. */
export async function keepStream(
  urlOf: () => string,
  token: string,
  onEvent: (event: string, lastId: string) => void,
  onReopen: () => void = () => undefined,
): Promise<Pick<Reader, 'cut' | 'close'>> {
  const state = { lastId: '', isClosed: false };
  let response: IncomingMessage | undefined;
  const open = async (): Promise<void> => {
    response = await new Promise<IncomingMessage>((resolve, reject) => {
      const resume = state.lastId === '' ? {} : { 'last-event-id': state.lastId };
      request(`${urlOf()}/api/v1/events`, { agent: false, headers: { authorization: `Bearer ${token}`, ...resume } }, resolve)
        .on('error', reject)
        .end();
    });
    if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}.`);
    onFrame(response, (frame) => {
      state.lastId = /^id: (.*)$/m.exec(frame)?.[1] ?? state.lastId;
      const event = /^event: (.*)$/m.exec(frame)?.[1];
      if (event !== undefined) onEvent(event, state.lastId);
    });
    response.on('error', () => undefined);
    response.on('close', () => void openAgain());
  };
  const openAgain = async (): Promise<void> => {
    while (!state.isClosed) {
      onReopen();
      await wait(250);
      const isOpen = await open().then(
        () => true,
        () => false,
      );
      if (isOpen) return;
    }
  };
  await open();
  return {
    cut: () => void response?.destroy(),
    close: () => {
      state.isClosed = true;
      response?.destroy();
    },
  };
}

/** Refetches the count one request at a time, and again if an event arrived during the request, so no stale response overwrites a newer one. */
function refetcher(url: string, headers: Record<string, string>, seen: Reader['seen'], isClosed: () => boolean): () => Promise<void> {
  let isAsked = false;
  let isReading = false;
  return async () => {
    isAsked = true;
    if (isReading) return;
    isReading = true;
    while (isAsked && !isClosed()) {
      isAsked = false;
      const answer = await fetch(url, { headers }).catch(() => null);
      if (answer?.ok) {
        const { data } = (await answer.json()) as { data: { unread_count: number } };
        if (data.unread_count !== seen.unread) Object.assign(seen, { unread: data.unread_count, changedAt: performance.now() });
      } else {
        isAsked = true;
        await answer?.body?.cancel();
        await wait(200);
      }
    }
    isReading = false;
  };
}

/** Calls `take` with each frame of a stream. Frames are delimited by empty lines. */
function onFrame(response: IncomingMessage, take: (frame: string) => void): void {
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const frame = text.slice(0, end);
      text = text.slice(end + 2);
      take(frame);
    }
  });
}

interface Liked {
  id: string;
  maker: Member;
}

/** Creates enough authors, likers and posts for this many likes, at most one by each liker for each post. */
export async function fill(db: pg.Client, likes: number): Promise<{ makers: Member[]; likers: Member[]; photos: Liked[] }> {
  const members: Member[] = [];
  const ownersCount = Math.max(8, Math.ceil(likes / likesOfOne));
  const likersCount = Math.ceil(likes / (ownersCount * photosEach));
  for (let index = 0; index < ownersCount + likersCount; index += 1) members.push(await addMember(db, index));
  const makers = members.slice(0, ownersCount);
  const photos: Liked[] = [];
  for (let round = 0; round < photosEach; round += 1)
    for (const maker of makers) {
      // Id older than any post of this run.
      const [id, image] = [`01900000${randomUUID().slice(8)}`, randomUUID()];
      await db.query(
        `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
         values ($1, $2, 'photo', 1200, 900, '#a33c1e', $3, '{320,640}', 1000)`,
        [image, maker.id, randomBytes(24)],
      );
      await db.query(`insert into photos (id, member_id, category_id, title) select $1, $2, id, 'A wall' from categories limit 1`, [
        id,
        maker.id,
      ]);
      await db.query(`insert into photo_images values ($1, 0, $2, '')`, [id, image]);
      photos.push({ id, maker });
    }
  return { makers, likers: members.slice(ownersCount), photos };
}

export async function addMember(db: pg.Client, index: number): Promise<Member> {
  const [id, session, token] = [randomUUID(), randomUUID(), randomBytes(32).toString('base64url')];
  await db.query(
    `insert into members (id, username, name, email, email_verified_at, gender, date_of_birth, occupation, bio)
     values ($1, $2, 'Tester', $3, now(), 'female', '1990-01-01', 'Weaver', 'I weave.')`,
    [id, `tester${index}`, `tester${index}@example.test`],
  );
  await db.query('insert into member_interests select $1, id from categories limit 1', [id]);
  await db.query('insert into sessions (id, member_id, refresh_hash) values ($1, $2, $3)', [session, id, randomBytes(32)]);
  await db.query(`insert into session_tokens values ($1, $2, now() + interval '1 hour')`, [
    createHash('sha256').update(token).digest(),
    session,
  ]);
  return { id, token };
}

async function count(db: pg.Client): Promise<Pick<OutageFigures, 'lost' | 'surplus' | 'repeated'>> {
  const { rows } = await db.query<{ lost: number; surplus: number; repeated: number }>(
    `select (select count(*)::int from likes l where not exists (select from notifications n where n.type = 'like' and n.photo_id = l.photo_id and n.actor_id = l.member_id)) as lost,
            (select count(*)::int from notifications n where not exists (select from likes l where n.photo_id = l.photo_id and n.actor_id = l.member_id)) as surplus,
            (select count(*)::int - count(distinct (photo_id, actor_id))::int from notifications) as repeated`,
  );
  return rows[0]!;
}
