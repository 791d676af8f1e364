import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import sharp from 'sharp';

export interface Upload {
  key: string;
  imageFiles: Buffer[];
  /** Id of the post, set once the server has acknowledged it. */
  id?: string;
  by?: Client;
}

export interface Client {
  token: string;
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

/** Compares pages, database and image store with the acknowledged uploads. */
export async function verify(db: pg.Client, { url, dataFolder }: { url: string; dataFolder: string }, reader: Client, uploads: Upload[]) {
  const figures = { lost: 0, doubled: 0, half_visible: 0, wrong_counts: 0, rows_without_file: 0, undecodable: 0, files_without_row: 0 };

  for (const { id, key, imageFiles } of uploads) {
    const photo = await readPhoto(url, reader, id!);
    if (photo?.title !== key) figures.lost += 1;
    else if (photo.images.length !== imageFiles.length) figures.half_visible += 1;
  }

  const shown = await readFeed(url, reader);
  figures.doubled += shown.length - new Set(shown.map(({ title }) => title)).size;
  const expected = new Map(uploads.map(({ key, imageFiles }) => [key, imageFiles.length]));
  figures.half_visible += shown.filter(({ title, images }) => images.length !== expected.get(title)).length;
  for (const { images } of shown) for (const { srcset } of images) figures.undecodable += await countUndecodable(url, srcset);

  const counts = await db.query<{ wrong: number; extra: number }>(
    `select (select count(*)::int from members m where photos_count <> (select count(*) from photos p where p.member_id = m.id)) as wrong,
            (select count(*)::int from photos) - $1 as extra`,
    [uploads.length],
  );
  figures.wrong_counts = counts.rows[0]!.wrong;
  figures.doubled += Math.max(0, counts.rows[0]!.extra);

  const { rows } = await db.query<{ id: string; widths: number[]; avif_widths: number[] }>('select id, widths, avif_widths from images');
  const stored = await storedFolders(dataFolder);
  for (const { id, widths, avif_widths } of rows) {
    const names = new Set(await readdir(folderOf(dataFolder, id)).catch(() => []));
    const due = [...widths.flatMap((width) => [`${width}.webp`, `${width}.jpeg`]), ...avif_widths.map((width) => `${width}.avif`)];
    if (due.some((name) => !names.has(name))) figures.rows_without_file += 1;
  }
  const known = new Set(rows.map(({ id }) => id));
  figures.files_without_row = stored.filter((id) => !known.has(id)).length;
  return figures;
}

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

/** Returns the number of variants that are missing, damaged or of another width than stated. */
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

/** Runs the sweep and counts the remaining files. */
export async function sweep(db: pg.Client, dataFolder: string): Promise<{ files_without_row: number; leftovers: number }> {
  await db.query(`select graphile_worker.add_job('sweep_images')`);
  const known = new Set((await db.query<{ id: string }>('select id from images')).rows.map(({ id }) => id));
  const strays = async (): Promise<number> => (await storedFolders(dataFolder)).filter((id) => !known.has(id)).length;
  const jobs = async (): Promise<number> =>
    (await db.query<{ n: number }>(`select count(*)::int as n from graphile_worker.jobs where task_identifier = 'sweep_images'`)).rows[0]!
      .n;
  for (const deadline = Date.now() + 60_000; (await jobs()) > 0; await wait(50))
    if (Date.now() > deadline) throw new Error('The sweep did not come to its end.');
  return { files_without_row: await strays(), leftovers: (await agedLeftovers(dataFolder)).length };
}

export const folderOf = (dataFolder: string, id: string): string => path.join(dataFolder, 'uploads', id.slice(0, 2), id);

export async function storedFolders(dataFolder: string): Promise<string[]> {
  const uploads = path.join(dataFolder, 'uploads');
  const shelves = (await readdir(uploads)).filter((name) => !name.startsWith('.'));
  return (await Promise.all(shelves.map((shelf) => readdir(path.join(uploads, shelf))))).flat();
}

/** Returns old leftovers of a crash. Newer drafts may belong to running jobs. */
async function agedLeftovers(dataFolder: string): Promise<string[]> {
  const folders = await leftoversIn(dataFolder);
  const changed = await Promise.all(
    folders.map((folder) =>
      stat(folder).then(
        ({ mtimeMs }) => mtimeMs,
        () => Infinity,
      ),
    ),
  );
  return folders.filter((_, index) => changed[index]! < Date.now() - 60 * 60 * 1000);
}

export async function leftoversIn(dataFolder: string): Promise<string[]> {
  const folders = ['.drafts', '.incoming'].map((name) => path.join(dataFolder, 'uploads', name));
  return (
    await Promise.all(folders.map(async (folder) => (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name))))
  ).flat();
}
