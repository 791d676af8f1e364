import type { Plan } from '@mbari/demo/plan-community';
import type { PlannedImage } from '@mbari/demo/plan-images';
import type { Context } from '../../platform/context.ts';
import { type StoredImage, storeImageWhenFree } from '../../platform/images/store-image.ts';

export type DemoImage = StoredImage & { alt: string };

/** Stores the plan's images like uploads, without rows. Deletes all if one fails. */
export async function storeImages(context: Context, plan: Plan, log: (line: string) => void): Promise<Map<PlannedImage, DemoImage>> {
  const plannedImages = [
    ...plan.members.flatMap(({ id, avatar }) => (avatar ? [{ memberId: id, kind: 'avatar' as const, image: avatar }] : [])),
    ...plan.posts.flatMap(({ memberId, images }) => images.map((image) => ({ memberId, kind: 'photo' as const, image }))),
  ];
  const storedImages = new Map<PlannedImage, DemoImage>();
  let lastLogAt = Date.now();
  try {
    for (const { memberId, kind, image } of plannedImages) {
      const file = { path: image.file };
      storedImages.set(image, {
        ...(await storeImageWhenFree(context, file, { kind, memberId, field: 'images' })),
        alt: image.alt,
      });
      if (Date.now() - lastLogAt < 4_000 && storedImages.size < plannedImages.length) continue;
      lastLogAt = Date.now();
      log(`Images: ${storedImages.size} of ${plannedImages.length}`);
    }
    return storedImages;
  } catch (error) {
    await discardImages(storedImages);
    throw error;
  }
}

export async function discardImages(images: ReadonlyMap<PlannedImage, DemoImage>): Promise<void> {
  await Promise.allSettled([...images.values()].map((image) => image.discard()));
}
