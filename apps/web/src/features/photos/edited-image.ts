import type { Image, Photo } from '@mbari/contract/shapes/photos';
import type { PostWords } from '~/features/composer/post-fields.tsx';
import { randomId } from '~/lib/random-id.ts';

/** An image of a post that is being edited: one that it has, or a file to come. */
export interface EditedImage {
  id: string;
  alt: string;
  /** Where its thumbnail is; of a file, in this browser only. */
  address: string;
  file: File | null;
}

export const imagesOf = (photo: Photo): readonly EditedImage[] => photo.images.map(kept);

export const fromFile = (file: File, alt = ''): EditedImage => ({ id: randomId(), alt, file, address: URL.createObjectURL(file) });

/** The thumbnail's address holds the file in memory until it is given back. */
export function letGo({ file, address }: EditedImage): void {
  if (file !== null) URL.revokeObjectURL(address);
}

export const writtenOn = ({ title, description, category }: Photo): PostWords => ({
  title,
  description: description ?? '',
  category: category ?? '',
});

/** Only what was changed, as the call takes it; null: nothing was. What is not named stays as it is. */
export function changesOf(photo: Photo, written: PostWords, images: readonly EditedImage[]): FormData | null {
  const form = new FormData();
  const before = writtenOn(photo);
  for (const field of ['title', 'description', 'category'] as const)
    if (written[field].trim() !== before[field]) form.set(field, written[field].trim());
  const others = images.length !== photo.images.length || images.some(({ id }, place) => id !== photo.images[place]?.id);
  if (others || images.some(({ alt }, place) => alt !== photo.images[place]?.alt))
    for (const [place, { alt }] of images.entries()) form.set(`alt[${place}]`, alt);
  if (others)
    for (const [place, { id, file }] of images.entries()) {
      if (file === null) form.set(`keep[${place}]`, id);
      else form.set(`images[${place}]`, file, file.name);
    }
  return [...form.keys()].length > 0 ? form : null;
}

const kept = ({ id, alt, image_path }: Image): EditedImage => ({ id, alt, address: image_path, file: null });
