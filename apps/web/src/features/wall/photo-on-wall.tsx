import type { Photo } from '@mbari/contract/shapes/photos';
import { Link, useNavigate } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { memo, use, useId, useState } from 'react';
import { Avatar } from '~/ui/avatar.tsx';
import { VerifiedBadge } from '~/ui/verified-badge.tsx';
import { HeartBurst } from '~/features/photos/heart-burst.tsx';
import { LikeButton } from '~/features/photos/like-button.tsx';
import { boxRatio } from './pack-rows.ts';
import { Picture } from '~/features/photos/picture.tsx';
import { SourceList } from '~/features/photos/source-list.ts';
import { type Stack, StackButton } from './stack-button.tsx';
import { useDoubleTap } from '~/features/photos/use-double-tap.ts';
import { useLikePhoto } from '~/features/photos/use-like-photo.ts';

interface PhotoOnWallProps {
  photo: Photo;
  sizes: string;
  /** In the row that is seen before all others. */
  first: boolean;
  /** Which of how many it is; -1 where nobody knows how many. */
  place: number;
  all: number;
  /** What lies behind it. */
  stack?: Stack | undefined;
  onStack?: ((id: string, stack: Stack) => void) | undefined;
}

/** A photo with its museum label: title, maker, counts. A like draws one of them anew. */
export const PhotoOnWall = memo(function PhotoOnWall({ photo, sizes, first, place, all, stack, onStack }: PhotoOnWallProps) {
  const titleId = useId();
  const navigate = useNavigate();
  const { like } = useLikePhoto(photo);
  const state = { from: use(SourceList) };
  const [bursts, setBursts] = useState(0);
  const onTap = useDoubleTap({
    onOpen: () => void navigate({ to: '/post/$id', params: { id: photo.id }, state }),
    onDouble: () => {
      if (photo.viewer.may_like) like();
      setBursts(bursts + 1);
    },
  });
  const [image] = photo.images;
  if (image === undefined) return null;
  const ratio = boxRatio(image.width, image.height);
  return (
    <article
      className="wall-photo"
      data-stack={(stack && !stack.open) || undefined}
      aria-labelledby={titleId}
      aria-posinset={place}
      aria-setsize={all}
      style={{ flexGrow: ratio * 100 }}
    >
      <Link to="/post/$id" params={{ id: photo.id }} state={state} className="wall-frame" style={{ aspectRatio: ratio }} onClick={onTap}>
        <Picture image={image} sizes={sizes} first={first} title={photo.title} matted={ratio !== image.width / image.height} />
        {photo.images.length > 1 && (
          <span className="wall-several">
            <span aria-hidden="true">1 / {photo.images.length}</span>
            <span className="sr-only">{`, one of ${photo.images.length} images`}</span>
          </span>
        )}
        {bursts > 0 && <HeartBurst key={bursts} />}
      </Link>
      {stack && onStack && <StackButton photo={photo} stack={stack} ratio={ratio} onPress={() => onStack(photo.id, stack)} />}
      <div className="wall-label">
        <h2 id={titleId} className="truncate font-semibold" dir="auto">
          <Link to="/post/$id" params={{ id: photo.id }} state={state} className="hover:text-indigo">
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
            <Link to="/post/$id" params={{ id: photo.id }} state={state} hash="conversation" className="count-button">
              <MessageCircle size={18} strokeWidth={1.6} aria-hidden="true" />
              <span className="sr-only">Comments</span>
              <span>{photo.comments_count}</span>
            </Link>
          </span>
        </div>
      </div>
    </article>
  );
});
