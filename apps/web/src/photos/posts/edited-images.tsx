import type { CameraData } from '@mbari/contract/photos/post-fields';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as pickerWords from '@mbari/words/image-picker';
import * as words from '@mbari/words/photos';
import { ImagePlus, RefreshCw, X } from 'lucide-react';
import { type Ref, useRef } from 'react';
import { comparesImages, type PostText, setChanged, textOfPhoto } from '~/photos/composer/post-model.ts';
import { moveItem, OrderButtons } from '~/photos/image-picker/order-buttons.tsx';
import { randomId } from '~/platform/lib/random-id.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { TextArea } from '~/platform/ui/field.tsx';

interface EditedImagesProps {
  images: readonly EditedImage[];
  disabled: boolean;
  /** No image can be added. */
  isFull: boolean;
  onChange: (images: readonly EditedImage[]) => void;
  /** Adds files, or replaces an image. */
  onFiles: (files: readonly File[], replaced: EditedImage | null) => void;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The last image can be replaced, but not removed. */
export function EditedImages({ images, disabled, isFull, onChange, onFiles }: EditedImagesProps) {
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef<EditedImage | null>(null);
  const pick = (image: EditedImage | null) => {
    replaced.current = image;
    input.current?.click();
  };
  const remove = (image: EditedImage) => {
    revokeAddress(image);
    onChange(images.filter(({ id }) => id !== image.id));
  };
  return (
    <>
      <ol className="edited-images">
        {images.map((image, index) => (
          <li key={image.id} className="edited-image">
            <div className="edited-frame">
              <img src={image.address} alt={image.alt} />
            </div>
            <div className="edited-order">
              <OrderButtons {...{ index, disabled }} count={images.length} onMove={(to) => onChange(moveItem(images, index, to))} />
              <IconButton
                label={words.replaceImage({ position: index + 1 })}
                className="ms-auto"
                disabled={disabled}
                onClick={() => pick(image)}
              >
                <RefreshCw {...icon} />
              </IconButton>
              {images.length > 1 && (
                <IconButton label={pickerWords.removeImage({ position: index + 1 })} disabled={disabled} onClick={() => remove(image)}>
                  <X {...icon} />
                </IconButton>
              )}
            </div>
            <TextArea
              label={pickerWords.altText}
              rows={2}
              maxLength={limits.alt}
              readOnly={disabled}
              value={image.alt}
              onChange={({ target }) => onChange(images.map((other) => (other.id === image.id ? { ...other, alt: target.value } : other)))}
            />
          </li>
        ))}
      </ol>
      {images.length < limits.imagesPaid && !isFull && !disabled && (
        <Button kind="quiet" className="justify-self-start" onClick={() => pick(null)}>
          <ImagePlus size={20} strokeWidth={1.6} aria-hidden="true" /> {words.addImage}
        </Button>
      )}
      <FileInput ref={input} onFiles={(files) => onFiles(files, replaced.current)} />
    </>
  );
}

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

function FileInput({ ref, onFiles }: { ref: Ref<HTMLInputElement>; onFiles: (files: readonly File[]) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*"
      multiple
      className="sr-only"
      tabIndex={-1}
      aria-label={words.images}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // Allows picking the same file again after removing it.
        currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}

const existingImage = ({ id, alt, image_path, camera }: Image): EditedImage => ({
  ...{ id, alt, address: image_path, file: null },
  camera: camera ?? null,
});
