import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { connectionTo } from '../../apps/server/src/db/embedded/launcher.ts';
import { freePort, startServer, type RunningServer } from '../server.ts';

export interface CrashPlan {
  photos: number;
  clients: number;
  kills: number;
  /** Decides the pictures and the moments; the same again meets the same. */
  seed: number;
}

/** What was found afterwards. Whatever is not a count of what went right must be 0. */
export interface CrashFigures {
  acknowledged: number;
  kills: number;
  /** Outcomes that the client could not know, and asked again for under the same key. */
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

interface Upload {
  key: string;
  pictures: Buffer[];
  /** Once acknowledged. */
  id?: string;
  by?: Client;
}

interface Client {
  token: string;
}

/** Posts photos while everything the server started is killed and started again, then counts what became of them. */
export async function crashRun(dataFolder: string, { photos, clients: count, kills, seed }: CrashPlan): Promise<CrashFigures> {
  const began = Date.now();
  const random = randomFrom(seed);
  const uploads: Upload[] = [];
  for (let index = 0; index < photos; index += 1)
    uploads.push({ key: randomUUID(), pictures: await makePictures(1 + (index % 3), random) });

  const env = { PORT: String(await freePort()) };
  let server = await startServer(dataFolder, env);
  const clients = await withDatabase(dataFolder, (db) => addMembers(db, count));
  const waiting = [...uploads];
  let retried = 0;

  const work = async (client: Client): Promise<void> => {
    for (let upload = waiting.shift(); upload; upload = waiting.shift()) {
      for (;;) {
        const id = await send(server.url, client, upload);
        if (id !== null) {
          Object.assign(upload, { id, by: client });
          break;
        }
        retried += 1;
        await wait(50 + random() * 150);
      }
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

  const again = await Promise.all(
    uploads.slice(0, count).map(async (upload) => (await send(server.url, upload.by!, upload)) === upload.id),
  );
  const figures = await withDatabase(dataFolder, (db) => verify(db, server, clients, uploads));
  await server.end();
  const second = await ageAndRestart(dataFolder, env);
  const swept = await withDatabase(dataFolder, (db) => sweep(db, dataFolder));
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

/** The post's id, or null where the outcome is unknown. */
async function send(url: string, { token }: Client, { key, pictures }: Upload): Promise<string | null> {
  const form = new FormData();
  form.append('title', key);
  pictures.forEach((picture, index) =>
    form.append(`images[${index}]`, new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'a.jpg'),
  );
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

interface Shown {
  id: string;
  title: string;
  images: { srcset: { webp: string; jpeg: string; avif?: string } }[];
}

async function readPhoto(url: string, { token }: Client, id: string): Promise<Shown | null> {
  const response = await fetch(`${url}/api/v1/photos/${id}`, { headers: { authorization: `Bearer ${token}` } });
  return response.status === 200 ? ((await response.json()) as { data: Shown }).data : null;
}

async function verify(db: pg.Client, server: RunningServer, clients: Client[], uploads: Upload[]) {
  const reader = clients[0]!;
  const figures = { lost: 0, doubled: 0, half_visible: 0, wrong_counts: 0, rows_without_file: 0, undecodable: 0, files_without_row: 0 };

  for (const { id, key, pictures } of uploads) {
    const photo = await readPhoto(server.url, reader, id!);
    if (photo?.title !== key) figures.lost += 1;
    else if (photo.images.length !== pictures.length) figures.half_visible += 1;
  }

  const shown = await readFeed(server.url, reader);
  figures.doubled += shown.length - new Set(shown.map(({ title }) => title)).size;
  const expected = new Map(uploads.map(({ key, pictures }) => [key, pictures.length]));
  figures.half_visible += shown.filter(({ title, images }) => images.length !== expected.get(title)).length;
  for (const { images } of shown) for (const { srcset } of images) figures.undecodable += await countUndecodable(server.url, srcset);

  const counts = await db.query<{ wrong: number; extra: number }>(
    `select (select count(*)::int from members m where photos_count <> (select count(*) from photos p where p.member_id = m.id)) as wrong,
            (select count(*)::int from photos) - $1 as extra`,
    [uploads.length],
  );
  figures.wrong_counts = counts.rows[0]!.wrong;
  figures.doubled += Math.max(0, counts.rows[0]!.extra);

  const { rows } = await db.query<{ id: string; widths: number[]; avif_widths: number[] }>('select id, widths, avif_widths from images');
  const stored = await storedFolders(server.dataFolder);
  for (const { id, widths, avif_widths } of rows) {
    const names = new Set(await readdir(folderOf(server.dataFolder, id)).catch(() => []));
    const due = [...widths.flatMap((width) => [`${width}.webp`, `${width}.jpeg`]), ...avif_widths.map((width) => `${width}.avif`)];
    if (due.some((name) => !names.has(name))) figures.rows_without_file += 1;
  }
  const known = new Set(rows.map(({ id }) => id));
  figures.files_without_row = stored.filter((id) => !known.has(id)).length;
  return figures;
}

/** The whole feed, page after page. */
async function readFeed(url: string, { token }: Client): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const response = await fetch(`${url}/api/v1/photos?per_page=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.status !== 200) throw new Error(`The feed answered ${response.status}`);
    const page = (await response.json()) as { data: Shown[]; meta: { next_cursor: string | null } };
    all.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  return all;
}

/** How many of a picture's variants are not there, are not whole, or are not as wide as they say. */
async function countUndecodable(url: string, srcset: Shown['images'][number]['srcset']): Promise<number> {
  const variants = Object.values(srcset).flatMap((list) => list.split(', '));
  const fine = await Promise.all(
    variants.map(async (variant) => {
      const [address = '', width] = variant.split(' ');
      const response = await fetch(url + address);
      if (response.status !== 200) return false;
      try {
        const { info } = await sharp(Buffer.from(await response.arrayBuffer()), { failOn: 'warning' })
          .raw()
          .toBuffer({ resolveWithObject: true });
        return `${info.width}w` === width;
      } catch {
        return false;
      }
    }),
  );
  return fine.filter((one) => !one).length;
}

/** Everything the server started, database and all, with no word of warning. */
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
      // It went with its parent.
    }
  }
  await server.end('SIGKILL');
}

/** Makes what lies in the store old enough for the sweep, and starts anew, which clears drafts. */
async function ageAndRestart(dataFolder: string, env: Record<string, string>): Promise<RunningServer> {
  const long = new Date(Date.now() - 2 * 60 * 60 * 1000);
  const folders = (await storedFolders(dataFolder)).map((id) => folderOf(dataFolder, id));
  for (const folder of [...folders, ...(await leftoversIn(dataFolder))]) await utimes(folder, long, long);
  return startServer(dataFolder, env);
}

async function sweep(db: pg.Client, dataFolder: string): Promise<{ files_without_row: number; leftovers: number }> {
  await db.query(`select graphile_worker.add_job('sweep_images')`);
  const known = new Set((await db.query<{ id: string }>('select id from images')).rows.map(({ id }) => id));
  const strays = async (): Promise<number> => (await storedFolders(dataFolder)).filter((id) => !known.has(id)).length;
  const jobs = async (): Promise<number> =>
    (await db.query<{ n: number }>(`select count(*)::int as n from graphile_worker.jobs where task_identifier = 'sweep_images'`)).rows[0]!
      .n;
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && (await jobs()) > 0;) await wait(50);
  return { files_without_row: await strays(), leftovers: (await leftoversIn(dataFolder)).length };
}

const folderOf = (dataFolder: string, id: string): string => path.join(dataFolder, 'uploads', id.slice(0, 2), id);

async function storedFolders(dataFolder: string): Promise<string[]> {
  const uploads = path.join(dataFolder, 'uploads');
  const shelves = (await readdir(uploads)).filter((name) => !name.startsWith('.'));
  return (await Promise.all(shelves.map((shelf) => readdir(path.join(uploads, shelf))))).flat();
}

async function leftoversIn(dataFolder: string): Promise<string[]> {
  const folders = ['.drafts', '.incoming'].map((name) => path.join(dataFolder, 'uploads', name));
  return (
    await Promise.all(folders.map(async (folder) => (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name))))
  ).flat();
}

async function withDatabase<Result>(dataFolder: string, work: (db: pg.Client) => Promise<Result>): Promise<Result> {
  const db = new pg.Client(await connectionTo(dataFolder));
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

/** Members on a paid plan, onboarded and signed in. */
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

/** Photos of sizes between 300 and 900 pixels, with grain. */
function makePictures(count: number, random: () => number): Promise<Buffer[]> {
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

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
