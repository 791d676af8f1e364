import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type pg from 'pg';
import sharp from 'sharp';
import { random as randomFrom } from '../../apps/server/src/testing/image-files.ts';
import { withDatabase } from '../database.ts';
import { freePort, makeStartedFolder, type RunningServer, startServer } from '../server.ts';
import { type Client, folderOf, leftoversIn, storedFolders, sweep, type Upload, verify } from './after-crash.ts';

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

interface CrashPlan {
  photos: number;
  clients: number;
  kills: number;
  /** Seed of the images and kill times, which makes a run reproducible. */
  seed: number;
}

/** `crash.spec.ts` lists the figures that must be 0. */
interface CrashFigures {
  acknowledged: number;
  kills: number;
  /** Uploads with an unknown outcome, retried with the same idempotency key. */
  retried: number;
  lost: number;
  doubled: number;
  half_visible: number;
  wrong_counts: number;
  rows_without_file: number;
  undecodable: number;
  files_without_row_before_sweep: number;
  files_without_row: number;
  leftovers: number;
  seconds: number;
}

/** Posts photos while all processes of the server are repeatedly killed and restarted, then counts the results. */
async function crashRun(dataFolder: string, { photos, clients: count, kills, seed }: CrashPlan): Promise<CrashFigures> {
  const began = Date.now();
  const random = randomFrom(seed);
  const uploads: Upload[] = [];
  for (let index = 0; index < photos; index += 1)
    uploads.push({ key: randomUUID(), imageFiles: await makeImageFiles(1 + (index % 3), random) });

  const env = { PORT: String(await freePort()) };
  let server = await startServer(dataFolder, env);
  const clients = await withDatabase({ dataFolder }, (db) => addMembers(db, count));
  const waiting = [...uploads];
  let retried = 0;

  const sendUntilKnown = async (client: Client, upload: Upload): Promise<string> => {
    for (;;) {
      const id = await send(server.url, client, upload);
      if (id !== null) return id;
      retried += 1;
      await wait(50 + random() * 150);
    }
  };
  const work = async (client: Client): Promise<void> => {
    for (let upload = waiting.shift(); upload; upload = waiting.shift()) {
      Object.assign(upload, { id: await sendUntilKnown(client, upload), by: client });
    }
  };
  const working = Promise.all(clients.map(work));

  const acknowledged = (): number => uploads.filter(({ id }) => id !== undefined).length;
  for (let kill = 1; kill <= kills; kill += 1) {
    const until = Math.floor((photos * kill) / (kills + 1));
    while (acknowledged() < until) await wait(5);
    await wait(random() * 120);
    await killEverything(server, dataFolder);
    server = await startServer(dataFolder, env);
  }
  await working;

  const again = await Promise.all(uploads.slice(0, count).map(async (upload) => (await sendUntilKnown(upload.by!, upload)) === upload.id));
  const figures = await withDatabase({ dataFolder }, (db) => verify(db, server, clients[0]!, uploads));
  await server.end();
  const second = await ageAndRestart(dataFolder, env);
  const swept = await withDatabase({ dataFolder }, (db) => sweep(db, dataFolder));
  await second.end();

  return {
    acknowledged: acknowledged(),
    kills,
    retried,
    ...figures,
    doubled: figures.doubled + again.filter((same) => !same).length,
    ...swept,
    files_without_row_before_sweep: figures.files_without_row,
    seconds: Math.round((Date.now() - began) / 1000),
  };
}

/** Returns the post's id, or null if the outcome is unknown. */
async function send(url: string, { token }: Client, { key, imageFiles }: Upload): Promise<string | null> {
  const form = new FormData();
  form.append('title', key);
  imageFiles.forEach((image, index) => form.append(`images[${index}]`, new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'a.jpg'));
  try {
    const response = await fetch(`${url}/api/v1/photos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: form,
      signal: AbortSignal.timeout(30_000),
    });
    if (response.status === 201) return ((await response.json()) as { data: { id: string } }).data.id;
    if (response.status < 500) throw new TypeError(`refused with ${response.status}: ${await response.text()}`, { cause: 'refused' });
    return null;
  } catch (error) {
    if ((error as Error).cause === 'refused') throw error;
    return null;
  }
}

/** Kills all processes of the server and its database without warning. */
async function killEverything(server: RunningServer, dataFolder: string): Promise<void> {
  const children = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  const postmaster = Number((await readFile(path.join(dataFolder, 'database/postmaster.pid'), 'utf8')).split('\n')[0]);
  const doomed = [...new Set([server.process.pid!, postmaster].flatMap(below))];
  for (const pid of doomed) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process exited with its parent.
    }
  }
  await server.end('SIGKILL');
}

/** Makes stored files old enough for the sweep and restarts the server, which clears drafts. */
async function ageAndRestart(dataFolder: string, env: Record<string, string>): Promise<RunningServer> {
  const long = new Date(Date.now() - 2 * 60 * 60 * 1000);
  const folders = (await storedFolders(dataFolder)).map((id) => folderOf(dataFolder, id));
  for (const folder of [...folders, ...(await leftoversIn(dataFolder))]) await utimes(folder, long, long);
  return startServer(dataFolder, env);
}

/** Creates onboarded members with a paid plan and a session. */
async function addMembers(db: pg.Client, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  for (let index = 0; index < count; index += 1) {
    const [member, session, token] = [randomUUID(), randomUUID(), randomBytes(32).toString('base64url')];
    await db.query(
      `insert into members (id, username, name, email, email_verified_at, gender, date_of_birth, occupation, bio, plan_name)
       values ($1, $2, 'Tester', $3, now(), 'female', '1990-01-01', 'Weaver', 'I weave.', 'Premium')`,
      [member, `client${index}`, `client${index}@example.test`],
    );
    await db.query('insert into member_interests select $1, id from categories limit 1', [member]);
    await db.query('insert into sessions (id, member_id, refresh_hash) values ($1, $2, $3)', [session, member, randomBytes(32)]);
    await db.query(`insert into session_tokens values ($1, $2, now() + interval '1 hour')`, [
      createHash('sha256').update(token).digest(),
      session,
    ]);
    clients.push({ token });
  }
  return clients;
}

/** Creates noisy photos of 300 to 900 pixels. */
function makeImageFiles(count: number, random: () => number): Promise<Buffer[]> {
  return Promise.all(
    Array.from({ length: count }, () => {
      const [width, height] = [300 + Math.floor(random() * 600), 200 + Math.floor(random() * 400)];
      const background = { r: Math.floor(random() * 255), g: Math.floor(random() * 255), b: Math.floor(random() * 255) };
      return sharp({ create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 20 } } })
        .jpeg()
        .toBuffer();
    }),
  );
}
