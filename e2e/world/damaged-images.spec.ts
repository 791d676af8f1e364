import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { openLog } from '../../apps/server/src/platform/adapters/log.ts';
import { openImages, UnreadableImage } from '../../apps/server/src/platform/images/images.ts';
import { damaged } from '../../apps/server/src/testing/damaged-images.ts';
import { acceptedImages, photoFile } from '../../apps/server/src/testing/image-files.ts';
import { signInAsAdmin } from '../admin.ts';
import { type Drawn, drawnBy, drawnFrom, worstDifference } from '../image-family/drawn.ts';
import { type FamilyFile, imageFamily } from '../image-family/family.ts';
import { makeStartedFolder, startServer } from '../server.ts';

test.describe('damaged images', () => {
  /**
   * Number of images. `DAMAGED_IMAGES=10000 npx playwright test -c e2e world/damaged-images` runs at full size, and `FIRST_SEED` selects other
   * images.
   */
  const howMany = Number(process.env['DAMAGED_IMAGES'] ?? 150);
  const firstSeed = Number(process.env['FIRST_SEED'] ?? 1);
  const atOnce = 6;

  let folder: Awaited<ReturnType<typeof makeStartedFolder>>;
  test.beforeEach(async () => void (folder = await makeStartedFolder()));
  test.afterEach(() => folder.remove());

  test('damaged pictures crash neither server nor worker and leave no files', async () => {
    test.setTimeout(120_000 + howMany * 500);
    const server = await startServer(folder.dataFolder, { LOG_LEVEL: 'warn' });
    const { token } = await signInAsAdmin(server);

    const post = async (file: Buffer): Promise<number> => {
      const form = new FormData();
      form.append('title', 'Harmed');
      form.append('images[0]', new Blob([new Uint8Array(file)]), 'a.jpg');
      const answer = await fetch(`${server.url}/api/v1/photos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      await answer.arrayBuffer();
      return answer.status;
    };

    const kinds = Object.values(await acceptedImages());
    const ends = new Map<number, number>();
    const accidents: string[] = [];
    let longest = 0;
    let next = firstSeed;
    const work = async (): Promise<void> => {
      for (let seed = next++; seed < firstSeed + howMany; seed = next++) {
        const begun = Date.now();
        const status = await post(damaged(kinds, seed)).catch((error: unknown) => String(error));
        longest = Math.max(longest, Date.now() - begun);
        if (seed % 500 === 0) console.log(`seed ${seed}`, Object.fromEntries(ends));
        if (typeof status === 'number') ends.set(status, (ends.get(status) ?? 0) + 1);
        if (status !== 201 && status !== 422 && status !== 413 && status !== 503) accidents.push(`seed ${seed}: ${status}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const deaths = server.output().split('the image worker died').length - 1;
    console.log(
      `${howMany} pictures from seed ${firstSeed}:`,
      Object.fromEntries(ends),
      `worker deaths ${deaths}, longest answer ${longest} ms`,
    );

    expect(accidents).toEqual([]);
    expect(ends.get(201)).toBeGreaterThan(0);
    expect(server.process.exitCode).toBeNull();
    expect(await post(await photoFile(900, 600))).toBe(201);
    const uploads = path.join(folder.dataFolder, 'uploads');
    // The server still writes drafts while it encodes the intact images as AVIF.
    for (const name of ['.drafts', '.incoming'])
      await expect.poll(() => readdir(path.join(uploads, name)), { message: name, timeout: 60_000 }).toEqual([]);
    const shelves = (await readdir(uploads)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    const kept = (await Promise.all(shelves.map((name) => readdir(path.join(uploads, name))))).flat();
    expect(kept).toHaveLength((ends.get(201) ?? 0) + 1);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

const levels = 6;

test('every sample image is stored as Chromium draws it, or rejected for its real fault', async ({ page }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mbari-family-'));
  const images = openImages(openLog('silent'), {
    worker: path.join(import.meta.dirname, '../../apps/server/dist/platform/images/images-worker.js'),
    yields: false,
  });
  const family = await imageFamily();
  expect(family.length).toBeGreaterThanOrEqual(400);
  const oracle = await drawnBy(
    page,
    family.map(({ file, whole = file }) => whole),
  );
  const wrong: string[] = [];
  for (const [index, { name, file, refused, within = levels }] of family.entries()) {
    const source = path.join(folder, `source-${index}`);
    await writeFile(source, file);
    const draft = await mkdtemp(path.join(folder, 'draft-'));
    const kept = await images
      .encode({ file: source, folder: draft, kind: 'photo' })
      .then(async ({ widths }) => await Promise.all(['webp', 'jpeg'].map((type) => readFile(path.join(draft, `${widths.at(-1)}.${type}`)))))
      .catch((error: unknown) => error as Error);
    wrong.push(...(await complaintsAbout({ name, refused, within }, kept, oracle[index]!)));
  }
  await images.close();
  await rm(folder, { recursive: true });
  expect(wrong).toEqual([]);
});

async function complaintsAbout(
  { name, refused, within }: Pick<FamilyFile, 'name' | 'refused'> & { within: number },
  kept: Buffer[] | Error,
  oracle: Drawn | null,
): Promise<string[]> {
  if (kept instanceof Error) {
    const why = kept instanceof UnreadableImage ? kept.why : String(kept);
    if (refused !== undefined) return why === refused ? [] : [`${name}: ${why} instead of ${refused} (${kept.message})`];
    return oracle === null ? [] : [`${name}: refused as ${why} (${kept.message})`];
  }
  if (refused !== undefined) return [`${name}: taken instead of refused as ${refused}`];
  if (oracle === null) return [`${name}: taken, and not drawn by Chromium`];
  const differences = await Promise.all(kept.map(async (file) => worstDifference(await drawnFrom(file), oracle)));
  const worst = Math.max(...differences);
  return worst <= within
    ? []
    : [
        `${name}: ${differences.join(' and ')} levels off; Chromium ${JSON.stringify(oracle)}, kept ${JSON.stringify(await drawnFrom(kept[0]!))}`,
      ];
}
