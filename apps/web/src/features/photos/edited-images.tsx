import * as limits from '@mbari/contract/limits';
import { ArrowLeft, ArrowRight, ImagePlus, RefreshCw, X } from 'lucide-react';
import { useRef } from 'react';
import { Button, IconButton } from '~/ui/button.tsx';
import { TextArea } from '~/ui/field.tsx';
import { type EditedImage, letGo } from './edited-image.ts';

interface EditedImagesProps {
  images: readonly EditedImage[];
  disabled: boolean;
  onChange: (images: readonly EditedImage[]) => void;
  /** Files to add, or one in place of another. */
  onFiles: (files: readonly File[], insteadOf: EditedImage | null) => void;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The post's images in their order: each can move, be described, give way to another or go; the last one stays. */
export function EditedImages({ images, disabled, onChange, onFiles }: EditedImagesProps) {
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef<EditedImage | null>(null);
  const pick = (insteadOf: EditedImage | null) => {
    replaced.current = insteadOf;
    input.current?.click();
  };
  const move = (from: number, to: number) => {
    const moved = [...images];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  const remove = (image: EditedImage) => {
    letGo(image);
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
            <div className="edited-place">
              {images.length > 1 && (
                <>
                  <IconButton
                    label={`Move image ${index + 1} earlier`}
                    disabled={disabled || index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowLeft {...icon} />
                  </IconButton>
                  <span>
                    {index + 1} of {images.length}
                  </span>
                  <IconButton
                    label={`Move image ${index + 1} later`}
                    disabled={disabled || index === images.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowRight {...icon} />
                  </IconButton>
                </>
              )}
              <IconButton label={`Replace image ${index + 1}`} className="ms-auto" disabled={disabled} onClick={() => pick(image)}>
                <RefreshCw {...icon} />
              </IconButton>
              {images.length > 1 && (
                <IconButton label={`Remove image ${index + 1}`} disabled={disabled} onClick={() => remove(image)}>
                  <X {...icon} />
                </IconButton>
              )}
            </div>
            <TextArea
              label="Describe it for those who cannot see it"
              rows={2}
              maxLength={limits.alt}
              readOnly={disabled}
              value={image.alt}
              onChange={({ target }) => onChange(images.map((other) => (other.id === image.id ? { ...other, alt: target.value } : other)))}
            />
          </li>
        ))}
      </ol>
      {images.length < limits.imagesPaid && !disabled && (
        <Button kind="quiet" className="justify-self-start" onClick={() => pick(null)}>
          <ImagePlus size={20} strokeWidth={1.6} aria-hidden="true" /> Add an image
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="Images"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file may be picked again after it was taken away.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files, replaced.current);
        }}
      />
    </>
  );
}
