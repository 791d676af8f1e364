'use no memo';

import type { Photo } from '@mbari/contract/shapes/photos';
import type { ReactNode } from 'react';
import { FoldButton } from './fold-button.tsx';
import { Pager } from './pager.tsx';
import { PostActions } from './post-actions.tsx';
import type { Neighbours } from './use-neighbours.ts';

interface FoldedStripProps {
  photo: Photo;
  neighbours: Neighbours | null;
  onUnfold: () => void;
  /** Tools of the photo, and the menu. */
  children: ReactNode;
}

/** The folded panel beside the photo: actions, and links to other posts. */
export function FoldedStrip({ photo, neighbours, onUnfold, children }: FoldedStripProps) {
  return (
    <div className="post-strip">
      <h1 className="sr-only" tabIndex={-1}>
        {photo.title}
      </h1>
      <FoldButton folded onFold={onUnfold} />
      <PostActions photo={photo} after={children} onComments={onUnfold} />
      {neighbours && <Pager neighbours={neighbours} folded />}
    </div>
  );
}
