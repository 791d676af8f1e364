import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { openLog } from '../../apps/server/src/platform/adapters/log.ts';
import { openImages, UnreadableImage } from '../../apps/server/src/platform/images/images.ts';
import { type Drawn, drawnBy, drawnFrom, worstDifference } from '../image-family/drawn.ts';
import { type FamilyFile, imageFamily } from '../image-family/family.ts';

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
