'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import { number } from '@mbari/words/format';
import { comments, like } from '@mbari/words/photos';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { LikeAndLikers } from '~/photos/like-and-likers.tsx';
import { useLikePhoto } from '~/photos/like-button.tsx';
import { SaveButton } from '~/photos/save-button.tsx';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { ShareButton } from './share-button.tsx';

interface PostActionsProps {
  photo: Photo;
  /** Content before Save; `after` follows Share. */
  before?: ReactNode;
  after?: ReactNode;
  /** Called before the page goes to the comments. */
  onComments?: () => void;
}

export function PostActions({ photo, before, after, onComments }: PostActionsProps) {
  const { toggle } = useLikePhoto(photo);
  const share = useRef<{ open: () => void }>(null);
  useKeys({ l: photo.viewer.may_like && toggle, s: () => share.current?.open() });
  return (
    <div className="post-actions">
      <Counts photo={photo} onLike={toggle} onComments={onComments} />
      <span className="post-actions-end">
        {before}
        <SaveButton photo={photo} />
        <ShareButton ref={share} photo={photo} />
        {after}
      </span>
    </div>
  );
}

interface CountsProps {
  photo: Photo;
  onLike: () => void;
  onComments: (() => void) | undefined;
}

function Counts({ photo, onLike, onComments }: CountsProps) {
  const subject = { kind: 'photo', id: photo.id } as const;
  return (
    <>
      <span className="post-likes">
        <LikeAndLikers
          subject={subject}
          label={like}
          liked={photo.is_liked}
          count={photo.likes_count}
          showsNone
          disabled={!photo.viewer.may_like}
          onPress={onLike}
        />
      </span>
      <a href="#conversation" className="count-button" onClick={onComments}>
        <MessageCircle size={18} strokeWidth={1.6} aria-hidden="true" />
        <span className="sr-only">{comments}</span>
        <span>{number(photo.comments_count)}</span>
      </a>
    </>
  );
}
