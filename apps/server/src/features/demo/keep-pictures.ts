import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { Refusal } from '../../refusal.ts';
import { type StoredImage, storeImage } from '../media/store-image.ts';
import { handFrom } from './art/hand.ts';
import type { Plan } from './plan-community.ts';
import { paint, type PlannedPicture } from './plan-pictures.ts';

export type Painted = StoredImage & { alt: string };

/** While the worker encodes one picture the next ones are drawn. */
const atOnce = 3;

/**
 * Draws every picture of the plan and keeps it as a member's upload is kept. No row speaks of them yet; if one fails, all
 * are taken away again.
 */
export async function storeImages(context: Context, plan: Plan, say: (line: string) => void): Promise<Map<PlannedPicture, Painted>> {
  const wanted = [
    ...plan.members.flatMap(({ id, avatar }) => (avatar ? [{ memberId: id, kind: 'avatar' as const, picture: avatar }] : [])),
    ...plan.posts.flatMap(({ memberId, pictures }) => pictures.map((picture) => ({ memberId, kind: 'photo' as const, picture }))),
  ];
  const kept = new Map<PlannedPicture, Painted>();
  const folder = await mkdtemp(path.join(tmpdir(), 'mbari-demo-'));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < wanted.length; index = next++) {
      const { memberId, kind, picture } = wanted[index]!;
      const { jpeg, alt } = await paint(picture, handFrom(picture.seed));
      const file = path.join(folder, `${index}.jpeg`);
      await writeFile(file, jpeg);
      kept.set(picture, { ...(await patiently(() => storeImage(context, { path: file }, { kind, memberId, field: 'images' }))), alt });
      await rm(file);
      if (kept.size % 20 === 0 || kept.size === wanted.length) say(`Pictures: ${kept.size} of ${wanted.length}`);
    }
  };
  try {
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, () => work().catch(stop)));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    return kept;
  } catch (error) {
    await discardImages(kept);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  function stop(error: unknown): never {
    next = wanted.length;
    throw error;
  }
}

/** A machine that is busy with members' own uploads lets the demo wait. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= 5 || !(error instanceof Refusal) || error.code !== 'overloaded') throw error;
      await setTimeout(2_000);
    }
  }
}

export async function discardImages(kept: ReadonlyMap<PlannedPicture, Painted>): Promise<void> {
  await Promise.allSettled([...kept.values()].map((picture) => picture.discard()));
}
