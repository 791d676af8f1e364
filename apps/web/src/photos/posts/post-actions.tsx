'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import { number } from '@mbari/words/format';
import * as words from '@mbari/words/photo-page';
import { comments, like } from '@mbari/words/photos';
import { Link2, Mail, MessageCircle, MessageSquareShare, Share2 } from 'lucide-react';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { LikeAndLikers } from '~/photos/like-and-likers.tsx';
import { useLikePhoto } from '~/photos/like-button.tsx';
import { SaveButton } from '~/photos/save-button.tsx';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { Menu } from '~/platform/ui/menu.tsx';
import { addressOf, canShare, shareByMail, shareByWhatsApp, sharePost } from './share-post.ts';

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

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Opens the browser's share dialog, or a menu. */
function ShareButton({ ref, photo }: { ref: Ref<{ open: () => void }>; photo: Photo }) {
  const menu = useRef<{ open: () => void }>(null);
  const open = () => (canShare() ? void sharePost(photo) : menu.current?.open());
  useImperativeHandle(ref, () => ({ open }));
  if (canShare())
    return (
      <IconButton label={words.share} onClick={open}>
        <Share2 {...icon} />
      </IconButton>
    );
  return (
    <Menu
      ref={menu}
      label={words.share}
      icon={<Share2 {...icon} />}
      items={[
        { label: words.copyLink, icon: <Link2 {...icon} />, onChoose: () => void copyLink(addressOf(photo)) },
        { label: words.whatsApp, icon: <MessageSquareShare {...icon} />, onChoose: () => shareByWhatsApp(photo) },
        { label: words.email, icon: <Mail {...icon} />, onChoose: () => shareByMail(photo) },
      ]}
    />
  );
}
