import * as limits from '@mbari/contract/platform/limits';
import * as pickerWords from '@mbari/words/image-picker';
import * as words from '@mbari/words/photos';
import { ImagePlus, RefreshCw, X } from 'lucide-react';
import { type Ref, useRef } from 'react';
import { moveItem, OrderButtons } from '~/photos/image-picker/order-buttons.tsx';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { TextArea } from '~/platform/ui/field.tsx';
import { type EditedImage, revokeAddress } from './edited-image.ts';

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
