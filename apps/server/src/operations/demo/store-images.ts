import { setTimeout } from 'node:timers/promises';
import type { Plan } from '@mbari/demo/plan-community';
import type { PlannedImage } from '@mbari/demo/plan-images';
import type { Context } from '../../platform/context.ts';
import { type StoredImage, storeImage } from '../../platform/images/store-image.ts';
import { Refusal } from '../../platform/refusal.ts';

export type DemoImage = StoredImage & { alt: string };

/** Stores the plan's images like uploads, without rows. Deletes all if one fails. */
export async function storeImages(context: Context, plan: Plan, say: (line: string) => void): Promise<Map<PlannedImage, DemoImage>> {
  const wanted = [
    ...plan.members.flatMap(({ id, avatar }) => (avatar ? [{ memberId: id, kind: 'avatar' as const, image: avatar }] : [])),
    ...plan.posts.flatMap(({ memberId, images }) => images.map((image) => ({ memberId, kind: 'photo' as const, image }))),
  ];
  const stored = new Map<PlannedImage, DemoImage>();
  let saidAt = Date.now();
  try {
    for (const { memberId, kind, image } of wanted) {
      const file = { path: image.file };
      stored.set(image, { ...(await whenNotBusy(() => storeImage(context, file, { kind, memberId, field: 'images' }))), alt: image.alt });
      if (Date.now() - saidAt < 4_000 && stored.size < wanted.length) continue;
      saidAt = Date.now();
      say(`Images: ${stored.size} of ${wanted.length}`);
    }
    return stored;
  } catch (error) {
    await discardImages(stored);
    throw error;
  }
}

/** Retries while members' uploads keep the encoder busy. */
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

export async function discardImages(images: ReadonlyMap<PlannedImage, DemoImage>): Promise<void> {
  await Promise.allSettled([...images.values()].map((image) => image.discard()));
}
