import * as words from '@mbari/words/image-picker';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import type { ChosenImage } from './chosen-image.ts';

interface ResizeNoteProps {
  images: readonly ChosenImage[];
  fullSize: boolean;
  disabled: boolean;
  onFullSize: (fullSize: boolean) => void;
}

/** Data saved by resizing, and a choice to send the full size. */
export function ResizeNote({ images, fullSize, disabled, onFullSize }: ResizeNoteProps) {
  const picked = images.reduce((sum, { file, pickedBytes }) => sum + Math.max(file.size, pickedBytes ?? 0), 0);
  const now = images.reduce((sum, { file }) => sum + file.size, 0);
  const saved = picked - now;
  const canChoose = images.some(({ picked: original, file }) => original !== undefined && (fullSize || original !== file));
  if (saved === 0 && !(fullSize && canChoose)) return null;
  return (
    <div className="resize-note">
      {saved > 0 && <p>{words.saved({ before: formatBytes(picked), after: formatBytes(now), saved: formatBytes(saved) })}</p>}
      {canChoose && (
        <label>
          <input type="checkbox" checked={fullSize} disabled={disabled} onChange={({ target }) => onFullSize(target.checked)} />
          {words.keepFullSize}
        </label>
      )}
    </div>
  );
}
