import type { CameraData } from '@mbari/contract/photos/post-fields';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import { comparesImages, type PostText, setChanged, textOfPhoto } from '~/photos/composer/post-model.ts';
import { randomId } from '~/platform/lib/random-id.ts';

/** An image of an edited post: existing or a new file. */
export interface EditedImage {
  id: string;
  alt: string;
  /** Address of the thumbnail; an object URL for a new file. */
  address: string;
  /** Null for an existing image. */
  file: File | null;
  camera: CameraData | null;
}

export interface EditedPost extends PostText {
  images: readonly EditedImage[];
}

export const editedFrom = (photo: Photo): EditedPost => ({ ...textOfPhoto(photo), images: photo.images.map(existingImage) });

export const imageFromFile = ({ file, camera }: { file: File; camera: CameraData | null }): EditedImage => ({
  ...{ id: randomId(), alt: '', file, camera },
  address: URL.createObjectURL(file),
});

/** Object URLs keep files in memory. */
export function revokeAddress({ file, address }: EditedImage): void {
  if (file !== null) URL.revokeObjectURL(address);
}

/** Returns the changed fields as form data; null if nothing changed. */
export function changesOf(photo: Photo, { images: wanted, ...text }: EditedPost): FormData | null {
  // Drops images that were removed on another device.
  const images = wanted.filter(({ id, file }) => file !== null || photo.images.some((image) => image.id === id));
  const form = new FormData();
  const before = textOfPhoto(photo);
  setChanged(form, text, before);
  const othersOrMoved = images.length !== photo.images.length || images.some(({ id }, index) => id !== photo.images[index]?.id);
  if (othersOrMoved || images.some(({ alt }, index) => alt !== photo.images[index]?.alt))
    for (const [index, { alt }] of images.entries()) form.set(`alt[${index}]`, alt);
  if (othersOrMoved)
    for (const [index, { id, file, camera }] of images.entries()) {
      if (file === null) form.set(`keep[${index}]`, id);
      else form.set(`images[${index}]`, file, file.name);
      if (file !== null && text.showsCamera && camera) form.set(`camera[${index}]`, JSON.stringify(camera));
    }
  if (text.showsCamera !== before.showsCamera || (text.showsCamera && images.some(({ file }) => file !== null)))
    form.set('show_camera', String(text.showsCamera));
  const isComparison = comparesImages(text, images);
  if (isComparison !== before.isComparison || (isComparison && othersOrMoved)) form.set('is_comparison', String(isComparison));
  return [...form.keys()].length > 0 ? form : null;
}

const existingImage = ({ id, alt, image_path, camera }: Image): EditedImage => ({
  ...{ id, alt, address: image_path, file: null },
  camera: camera ?? null,
});
