import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '~/platform/ui/button.tsx';
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

/** The folded panel next to the photo: actions, and links to other posts. */
export function FoldedStrip({ photo, neighbours, onUnfold, children }: FoldedStripProps) {
  'use no memo';
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

/** Folds the panel next to the photo to a strip, or unfolds it. */
export function FoldButton({ folded, onFold }: { folded: boolean; onFold: (folded: boolean) => void }) {
  'use no memo';
  const Icon = folded ? PanelRightOpen : PanelRightClose;
  return (
    <IconButton label={folded ? words.unfold : words.fold} className="post-fold" onClick={() => onFold(!folded)}>
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  );
}

/** Stored in this browser until sign-out. */
const foldedKey = 'mbari_post_folded';

/** The folded state of the panel, for every post. */
export function useFolded(): [folded: boolean, fold: (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(foldedKey) === 'yes');
  return [
    folded,
    (next) => {
      setFolded(next);
      localStorage.setItem(foldedKey, next ? 'yes' : 'no');
    },
  ];
}
