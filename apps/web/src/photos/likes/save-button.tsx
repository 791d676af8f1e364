'use no memo';

import type { Photo } from '@mbari/contract/shapes/photos';
import * as words from '@mbari/words/photos';
import { Bookmark } from 'lucide-react';
import { useSavePhoto } from './use-save-photo.ts';
import '~/photos/posts/photos.css';

export function SaveButton({ photo }: { photo: Photo }) {
  const { toggle } = useSavePhoto(photo);
  const label = photo.is_saved ? words.saved : words.save;
  return (
    <button
      type="button"
      className="count-button save-button"
      data-saved={photo.is_saved || undefined}
      aria-pressed={photo.is_saved}
      aria-label={label}
      title={label}
      disabled={!photo.viewer.may_like}
      onClick={toggle}
    >
      <Bookmark size={18} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
