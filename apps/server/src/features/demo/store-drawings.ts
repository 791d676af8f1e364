import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Plan } from '@mbari/demo/plan-community';
import { paint, type PlannedImage } from '@mbari/demo/plan-images';
import type { Context } from '../../context.ts';
import { Refusal } from '../../refusal.ts';
import { type StoredImage, storeImage } from '../media/store-image.ts';

export type Drawing = StoredImage & { alt: string };

/** While the worker encodes one image the next ones are drawn. */
const atOnce = 3;

/** Draws every image of the plan and stores it like a member's upload, without a row. If one fails, all are removed again. */
export async function storeDrawings(context: Context, plan: Plan, say: (line: string) => void): Promise<Map<PlannedImage, Drawing>> {
  const wanted = [
    ...plan.members.flatMap(({ id, avatar }) => (avatar ? [{ memberId: id, kind: 'avatar' as const, image: avatar }] : [])),
    ...plan.posts.flatMap(({ memberId, images }) => images.map((image) => ({ memberId, kind: 'photo' as const, image }))),
  ];
  const stored = new Map<PlannedImage, Drawing>();
  const folder = await mkdtemp(path.join(tmpdir(), 'mbari-demo-'));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < wanted.length; index = next++) {
      const { memberId, kind, image } = wanted[index]!;
      const { jpeg, alt } = await paint(image);
      const file = path.join(folder, `${index}.jpeg`);
      await writeFile(file, jpeg);
      stored.set(image, { ...(await whenNotBusy(() => storeImage(context, { path: file }, { kind, memberId, field: 'images' }))), alt });
      await rm(file);
      if (stored.size % 20 === 0 || stored.size === wanted.length) say(`Pictures: ${stored.size} of ${wanted.length}`);
    }
  };
  try {
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, () => work().catch(stop)));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    return stored;
  } catch (error) {
    await discardDrawings(stored);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  function stop(error: unknown): never {
    next = wanted.length;
    throw error;
  }
}

/** Tries again while the server is busy with members' own uploads. */
async function whenNotBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= 5 || !(error instanceof Refusal) || error.code !== 'overloaded') throw error;
      await setTimeout(2_000);
    }
  }
}

export async function discardDrawings(drawings: ReadonlyMap<PlannedImage, Drawing>): Promise<void> {
  await Promise.allSettled([...drawings.values()].map((drawing) => drawing.discard()));
}
