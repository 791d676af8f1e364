import type { Photo } from '@mbari/contract/photos/posts';
import { number } from '@mbari/words/format';
import { comments } from '@mbari/words/photos';
import * as words from '@mbari/words/wall';
import { Link, useNavigate } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { type ComponentType, memo, Suspense, use, useId, useState } from 'react';
import { HeartBurst, useDoubleTap } from '~/photos/double-tap.tsx';
import { LikeButton, useLikePhoto } from '~/photos/like-button.tsx';
import { Picture } from '~/photos/posts/picture.tsx';
import { type ListSource, SourceList } from '~/photos/posts/source-list.ts';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { ImageCount } from './image-count.tsx';
import { boxRatio } from './row-layout.ts';
import type { WallItem } from './wall-rows.tsx';

/** Loaded with the first blurred photo. */
const Scrim = optionalLazy(async () => (await import('~/photos/warnings/scrim.tsx')).Scrim);

/** Link to the post, with the list it was opened from. */
interface PostLink {
  to: '/post/$id';
  params: { id: string };
  state: { from: ListSource | undefined };
}

interface PhotoOnWallProps extends WallItem {
  stack?: Stack | undefined;
  onStack?: ((id: string, stack: Stack) => void) | undefined;
  Action?: Action | undefined;
}

/** An additional action on each photo of a wall. */
export type Action = ComponentType<{ photo: Photo }>;

/** Memoised, so that a change renders only one photo. */
export const PhotoOnWall = memo(function PhotoOnWall({ photo, sizes, first, position, count, stack, onStack, Action }: PhotoOnWallProps) {
  const titleId = useId();
  const navigate = useNavigate();
  const { like } = useLikePhoto(photo);
  const link: PostLink = { to: '/post/$id', params: { id: photo.id }, state: { from: use(SourceList) } };
  const [bursts, setBursts] = useState(0);
  const onTap = useDoubleTap({
    onOpen: () => void navigate(link),
    onDouble: () => {
      if (photo.viewer.may_like) like();
      setBursts(bursts + 1);
    },
  });
  const [[image] = photo.images, setSharp] = useState<Photo['images']>();
  if (image === undefined) return null;
  const ratio = boxRatio(image.width, image.height);
  const box = { aspectRatio: ratio, insetBlockEnd: 'auto' };
  return (
    <article
      className="wall-photo"
      data-stack={(stack && !stack.open) || undefined}
      aria-labelledby={titleId}
      aria-posinset={position}
      aria-setsize={count}
      style={{ flexGrow: ratio * 100 }}
    >
      <Link {...link} className="wall-frame" style={{ aspectRatio: ratio }} onClick={onTap}>
        <Picture image={image} sizes={sizes} first={first} title={photo.title} letterboxed={ratio !== image.width / image.height} />
        <ImageCount photo={photo} />
        {bursts > 0 && <HeartBurst key={bursts} />}
      </Link>
      {photo.warning?.is_blurred ? (
        <Suspense>
          <Scrim photo={photo} sharp={image === photo.images[0] ? undefined : image} onShow={setSharp} style={box} />
        </Suspense>
      ) : (
        <LoadImageButton image={image} sizes={sizes} title={photo.title} style={box} />
      )}
      {stack && onStack && <StackButton photo={photo} stack={stack} ratio={ratio} onPress={() => onStack(photo.id, stack)} />}
      <Label photo={photo} titleId={titleId} link={link} Action={Action} />
    </article>
  );
});

/** Posts of one member folded behind a photo. */
export interface Stack {
  behind: readonly Photo[];
  open: boolean;
}

function Label({ photo, titleId, link, Action }: { photo: Photo; titleId: string; link: PostLink; Action: Action | undefined }) {
  return (
    <div className="wall-label">
      <h2 id={titleId} className="truncate font-semibold" dir="auto">
        <Link {...link} className="hover:text-indigo">
          {photo.title}
        </Link>
      </h2>
      <div className="wall-maker">
        <Link to="/user/$username" params={photo.user} className="wall-by">
          <Avatar src={photo.user.avatar_url} size={24} className="wall-avatar" />
          <span className="truncate" dir="auto">
            {photo.user.name}
          </span>
        </Link>
        <VerifiedBadge member={photo.user} size={16} />
        <span className="ms-auto flex">
          <LikeButton photo={photo} />
          <Link {...link} hash="conversation" className="count-button">
            <MessageCircle size={18} strokeWidth={1.6} aria-hidden="true" />
            <span className="sr-only">{comments}</span>
            <span>{number(photo.comments_count)}</span>
          </Link>
          {Action && <Action photo={photo} />}
        </span>
      </div>
    </div>
  );
}

interface StackButtonProps {
  photo: Photo;
  stack: Stack;
  /** Ratio of the photo above the button. */
  ratio: number;
  onPress: () => void;
}

/** Opens or closes the stack: 'and 4 more by Ada'. */
function StackButton({ photo: { user }, stack: { behind, open }, ratio, onPress }: StackButtonProps) {
  'use no memo';
  return (
    <div className="stack" style={{ aspectRatio: ratio }}>
      <button type="button" className="stack-button" aria-expanded={open} onClick={onPress}>
        <span dir="auto">{open ? words.fold({ author: user.name }) : words.unfold({ count: behind.length, author: user.name })}</span>
      </button>
    </div>
  );
}
