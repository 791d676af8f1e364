import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type APIRequestContext, expect, request, test as base } from '@playwright/test';
import { TOTP } from 'otpauth';
import { type Installation, withDatabase } from './database.ts';
import { newMember } from './members.ts';
import { headersOf, post, type Someone } from './posts.ts';
import { environmentFor, makeDataFolder, runNode, type RunningServer, startServer } from './server.ts';
import { folderOf, storedFolders } from './world/after-crash.ts';

interface Fixtures {
  /** An empty folder, removed after the test. */
  folder: string;
  /** An installation in the folder, not started yet. */
  installation: Installation;
  /** Path of a backup that does not exist yet. */
  file: string;
}

export const test = base.extend<Fixtures>({
  folder: async ({}, provide) => {
    const { dataFolder, remove } = await makeDataFolder();
    await provide(dataFolder);
    await remove();
  },
  installation: ({ folder }, provide) => provide({ dataFolder: path.join(folder, 'data'), env: { TMPDIR: folder } }),
  file: ({ folder }, provide) => provide(path.join(folder, 'mbari.tar')),
});

export const command = ({ dataFolder, env }: Installation, ...args: string[]) =>
  runNode(['apps/server/dist/cli.js', ...args], { ...environmentFor(dataFolder), ...env });

export interface Ran {
  code: number | string | null;
  output: string;
  seconds: number;
  /** Peak memory of the process in MB; null if the system does not report it. */
  peak: number | null;
}

/** Runs a CLI command and waits for its exit. */
export async function runCommand(installation: Installation, ...args: string[]): Promise<Ran> {
  const began = Date.now();
  const child = command(installation, ...args);
  let peak: number | null = null;
  const watching = setInterval(async () => {
    const status = await readFile(`/proc/${child.process.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
    if (kilobytes !== undefined) peak = Math.max(peak ?? 0, Math.round(Number(kilobytes) / 1024));
  }, 50);
  const code = await child.ended;
  clearInterval(watching);
  return { code, output: child.output(), seconds: (Date.now() - began) / 1000, peak };
}

/** A member with everything that must still work after the restore. */
interface Proof {
  owner: Someone;
  api: APIRequestContext;
  app: TOTP;
  /** Address of an image that requires a signature, and its SHA-256. */
  signed: { address: string; sum: string };
}

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Creates a member with an authenticator app, a refresh cookie and a post for followers only. */
export async function settleIn(installation: Installation, { url }: RunningServer): Promise<Proof> {
  const api = await request.newContext({ baseURL: url });
  const owner = await joinAtOnce(installation, api);
  const headers = headersOf(owner);
  const started = await api.post('/api/v1/me/totp', { headers, data: { password: owner.member.password } });
  const { data } = (await started.json()) as { data: { secret: string } };
  const app = new TOTP({ secret: data.secret });
  expect((await api.post('/api/v1/me/totp/confirm', { headers, data: { code: app.generate() } })).status()).toBe(200);
  // Uses the next code, because each code is valid once.
  const code = app.generate({ timestamp: Date.now() + 30_000 });
  const login = { email: owner.member.email, password: owner.member.password };
  expect((await api.post('/api/v1/auth/login', { data: { ...login, code } })).status()).toBe(200);
  await withDatabase(installation, (db) => db.query(`update members set post_visibility = 'followers' where id = $1`, [owner.id]));
  const id = await post(api, owner, { title: 'For those who follow' });
  const shown = (await (await api.get(`/api/v1/photos/${id}`, { headers })).json()) as { data: { images: { srcset: { jpeg: string } }[] } };
  const address = shown.data.images[0]!.srcset.jpeg.split(' ')[0]!;
  expect(address).toContain('sig=');
  return { owner, api, app, signed: { address, sum: sumOf(await (await api.get(address)).body()) } };
}

/** Registers, verifies and onboards a member without waiting for mail, which is slow on a busy machine. */
async function joinAtOnce(installation: Installation, api: APIRequestContext): Promise<Someone> {
  const member = newMember('Adéyẹmí Ọlá');
  const account = { ...member, password_confirmation: member.password, country_code: '+234', phone: '8035550147' };
  const registered = (await (await api.post('/api/v1/auth/register', { data: account })).json()) as { token: string; user: { id: string } };
  const { id } = registered.user;
  await withDatabase(installation, async (db) => {
    await db.query(
      `update members set email_verified_at = now(), gender = 'female', date_of_birth = '1990-01-01', occupation = 'Weaver', bio = 'I weave.' where id = $1`,
      [id],
    );
    await db.query('insert into member_interests select $1, id from categories limit 1', [id]);
  });
  return { member, token: registered.token, id };
}

/** Checks that the session, its refresh, the authenticator app and the signed link still work. */
export async function expectSettled({ owner, api, app, signed }: Proof, { url }: RunningServer): Promise<void> {
  expect((await api.get(`${url}/api/v1/me`, { headers: headersOf(owner) })).status()).toBe(200);
  const signedFile = await api.get(url + signed.address);
  expect(signedFile.status()).toBe(200);
  expect(sumOf(await signedFile.body())).toBe(signed.sum);
  // Sent explicitly, because the port has changed since the cookie was set.
  const { cookies } = await api.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect((await fetch(`${url}/api/v1/auth/refresh`, { method: 'POST', headers: { cookie } })).status).toBe(200);
  const login = { email: owner.member.email, password: owner.member.password };
  expect((await api.post(`${url}/api/v1/auth/login`, { data: login })).status()).not.toBe(200);
  const taken = async (): Promise<number> =>
    (await api.post(`${url}/api/v1/auth/login`, { data: { ...login, code: app.generate({ timestamp: Date.now() + 30_000 }) } })).status();
  await expect.poll(taken, { timeout: 60_000, intervals: [1_000] }).toBe(200);
}

interface Ledger {
  comments: string[];
  posts: string[];
}

export interface Writing {
  acknowledged(): Ledger;
  /** Stops writing and waits for pending requests. */
  stop(): Promise<void>;
}

/** Writes comments at a steady rate, and occasionally a post. */
export function keepWriting({ url }: RunningServer, { owner, api }: Proof, postId: string, perSecond: number): Writing {
  const done: Ledger = { comments: [], posts: [] };
  const underWay = new Set<Promise<void>>();
  let n = 0;
  const comment = async (): Promise<void> => {
    const answer = await fetch(`${url}/api/v1/photos/${postId}/comments`, {
      method: 'POST',
      headers: { ...headersOf(owner), 'content-type': 'application/json' },
      body: JSON.stringify({ content: `Words, number ${n}: ẹ̀gbá\t"\\N"` }),
    });
    if (answer.status === 201) done.comments.push(((await answer.json()) as { data: { id: string } }).data.id);
  };
  const one = async (): Promise<void> => {
    n += 1;
    if (n % 100 === 1) done.posts.push(await post(api, owner, { title: `Posted, number ${n}` }));
    else await comment();
  };
  const timer = setInterval(() => {
    const writing: Promise<void> = one()
      .catch(() => undefined)
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
  }, 1000 / perSecond);
  return {
    acknowledged: () => ({ comments: [...done.comments], posts: [postId, ...done.posts] }),
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

/** Returns the SHA-256 of every image file of these posts. */
export async function imagesOf(installation: Installation, posts: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await withDatabase(installation, (db) =>
    db.query<{ image_id: string }>('select image_id from photo_images where photo_id = any($1::uuid[])', [posts]),
  );
  const sums: Record<string, string> = {};
  for (const { image_id } of rows) {
    const folder = folderOf(installation.dataFolder, image_id);
    // Skips AVIF, which the server encodes when idle, so it may be missing earlier.
    for (const name of (await readdir(folder)).filter((one) => !one.endsWith('.avif')))
      sums[`${image_id}/${name}`] = sumOf(await readFile(path.join(folder, name)));
  }
  return sums;
}

/** Counts acknowledged comments and posts that are lost, and inconsistent rows and files. */
export const inspect = (installation: Installation, { comments, posts }: Ledger) =>
  withDatabase(installation, async (db) => {
    const count = async (sql: string, values: unknown[] = []): Promise<number> =>
      Number((await db.query<{ n: string }>(`select count(*) as n from ${sql}`, values)).rows[0]!.n);
    const { rows } = await db.query<{ id: string; widths: number[]; avif_widths: number[] }>(
      'select id, widths, avif_widths from images where deleted_at is null',
    );
    const known = new Set(rows.map(({ id }) => id));
    let lacking = 0;
    for (const { id, widths, avif_widths } of rows) {
      const names = new Set(await readdir(folderOf(installation.dataFolder, id)).catch(() => []));
      const due = [...widths.flatMap((width) => [`${width}.webp`, `${width}.jpeg`]), ...avif_widths.map((width) => `${width}.avif`)];
      if (due.some((name) => !names.has(name))) lacking += 1;
    }
    return {
      lost_comments: comments.length - (await count('comments where id = any($1::uuid[])', [comments])),
      lost_posts: posts.length - (await count('photos where id = any($1::uuid[])', [posts])),
      posts_without_image: await count('photos p where not exists (select from photo_images i where i.photo_id = p.id)'),
      wrong_counts:
        (await count('photos p where comments_count <> (select count(*) from comments c where c.photo_id = p.id)')) +
        (await count('members m where photos_count <> (select count(*) from photos p where p.member_id = m.id)')),
      rows_without_file: lacking,
      files_without_row: (await storedFolders(installation.dataFolder)).filter((id) => !known.has(id)).length,
    };
  });

export const nothingWrong = {
  ...{ lost_comments: 0, lost_posts: 0, posts_without_image: 0, wrong_counts: 0, rows_without_file: 0, files_without_row: 0 },
};

/** Sizes in KB of the variants of a phone photo. */
const sizes = {
  '320.webp': 12,
  '320.jpeg': 16,
  '640.webp': 40,
  '640.jpeg': 52,
  '1280.webp': 130,
  '1280.jpeg': 170,
  '640.avif': 34,
  '1280.avif': 110,
};

/** Inserts posts directly into database and image store, with unique files and a new author per 500 posts, within the storage limit. */
export async function addPosts(installation: Installation, count: number): Promise<void> {
  const noise = randomBytes(256 * 1024);
  await withDatabase(installation, async (db) => {
    for (let first = 0; first < count; first += 500) {
      const ids = Array.from({ length: Math.min(500, count - first) }, () => ({ photo: randomUUID(), image: randomUUID() }));
      const [maker, name] = [randomUUID(), `walker${first}`];
      await db.query('insert into members (id, username, name, email) values ($1, $2, $2, $3)', [maker, name, `${name}@example.org`]);
      for (const { image } of ids) {
        const folder = folderOf(installation.dataFolder, image);
        await mkdir(folder, { recursive: true });
        const bytes = (size: number): Buffer => Buffer.concat([Buffer.from(image), noise.subarray(0, size * 1024 - 36)]);
        await Promise.all(Object.entries(sizes).map(([name, size]) => writeFile(path.join(folder, name), bytes(size))));
      }
      const photos = ids.map(({ photo }) => photo);
      const images = ids.map(({ image }) => image);
      await db.query(
        `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, avif_widths, bytes)
         select unnest($1::uuid[]), $2, 'photo', 1280, 960, '#808080', '\\x00', '{320,640,1280}', '{640,1280}', 564 * 1024`,
        [images, maker],
      );
      await db.query(`insert into photos (id, member_id, title) select unnest($1::uuid[]), $2, 'Along the road'`, [photos, maker]);
      await db.query(`insert into photo_images select p, 0, i, '' from unnest($1::uuid[], $2::uuid[]) as one(p, i)`, [photos, images]);
      await db.query('update members set photos_count = photos_count + $2 where id = $1', [maker, ids.length]);
    }
  });
}

/** Starts a restore and kills it as soon as the first images exist. */
export async function restoreAndKill(installation: Installation, file: string): Promise<void> {
  const child = command(installation, 'restore', file);
  while (!existsSync(path.join(installation.dataFolder, 'uploads'))) {
    if (child.process.exitCode !== null) throw new Error(`The restore ended: ${child.output()}`);
    await wait(2);
  }
  await child.end('SIGKILL');
}

export const destroy = ({ dataFolder }: Installation): Promise<void> => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });

export const startAt = ({ dataFolder, env }: Installation): Promise<RunningServer> => startServer(dataFolder, env);
