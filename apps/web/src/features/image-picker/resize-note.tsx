import { sizeOf } from '~/lib/size-of.ts';
import type { Chosen } from './chosen-images.tsx';

interface ResizeNoteProps {
  images: readonly Chosen[];
  fullSize: boolean;
  disabled: boolean;
  onFullSize: (fullSize: boolean) => void;
}

/** What making the photos smaller saves, and the way not to. Shown where there was something to save. */
export function ResizeNote({ images, fullSize, disabled, onFullSize }: ResizeNoteProps) {
  const picked = images.reduce((sum, { file, pickedBytes }) => sum + Math.max(file.size, pickedBytes ?? 0), 0);
  const now = images.reduce((sum, { file }) => sum + file.size, 0);
  const spared = picked - now;
  const canChoose = images.some(({ picked: original, file }) => original !== undefined && (fullSize || original !== file));
  if (spared === 0 && !(fullSize && canChoose)) return null;
  return (
    <div className="spare-note">
      {spared > 0 && (
        <p>
          {sizeOf(picked)} <span aria-hidden="true">→</span>
          <span className="sr-only">becomes</span> {sizeOf(now)}: {sizeOf(spared)} of your data saved. As wide as this community shows it.
        </p>
      )}
      {canChoose && (
        <label>
          <input type="checkbox" checked={fullSize} disabled={disabled} onChange={({ target }) => onFullSize(target.checked)} />
          Keep full size
        </label>
      )}
    </div>
  );
}
