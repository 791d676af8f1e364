import * as limits from '@mbari/contract/limits';
import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { IconButton } from '~/ui/button.tsx';
import { TextArea } from '~/ui/field.tsx';

export interface Chosen {
  id: string;
  file: File;
  /** Of the thumbnail, in this browser only. */
  address: string;
  alt: string;
}

interface ChosenImagesProps {
  images: readonly Chosen[];
  disabled: boolean;
  onChange: (images: readonly Chosen[]) => void;
}

/** Thumbnails in their order, each with its place, its words, and a way out. */
export function ChosenImages({ images, disabled, onChange }: ChosenImagesProps) {
  const move = (from: number, to: number) => {
    const moved = [...images];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  const remove = ({ id, address }: Chosen) => {
    URL.revokeObjectURL(address);
    onChange(images.filter((image) => image.id !== id));
  };
  if (images.length === 0) return null;
  return (
    <ol className="chosen-images" data-count={images.length}>
      {images.map((image, index) => (
        <li key={image.id} className="chosen-image">
          <div className="chosen-frame">
            <img src={image.address} alt="" />
          </div>
          <p className="chosen-size">{sizeOf(image.file.size)}</p>
          <div className="chosen-place">
            {images.length > 1 && (
              <>
                <IconButton
                  label={`Move image ${index + 1} earlier`}
                  disabled={disabled || index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowLeft size={18} strokeWidth={1.6} aria-hidden="true" />
                </IconButton>
                <span>
                  {index + 1} of {images.length}
                </span>
                <IconButton
                  label={`Move image ${index + 1} later`}
                  disabled={disabled || index === images.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />
                </IconButton>
              </>
            )}
            <IconButton label={`Remove image ${index + 1}`} className="ms-auto" disabled={disabled} onClick={() => remove(image)}>
              <X size={18} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </div>
          <TextArea
            className="chosen-words"
            label="Describe it for those who cannot see it"
            placeholder="What is in the picture? One sentence is enough."
            rows={2}
            maxLength={limits.alt}
            readOnly={disabled}
            value={image.alt}
            onChange={({ target }) => onChange(images.map((other) => (other.id === image.id ? { ...other, alt: target.value } : other)))}
          />
        </li>
      ))}
    </ol>
  );
}

export const sizeOf = (bytes: number): string => {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 0.1 ? `${Math.ceil(bytes / 1024)} kB` : `${megabytes.toFixed(1)} MB`;
};
