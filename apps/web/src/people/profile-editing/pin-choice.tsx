import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/customising';
import * as sentences from '@mbari/words/sentences';
import { loading, loadMore, tryAgain } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import { pinnablePosts } from '~/people/profiles/profile-queries.ts';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

interface PinChoiceProps {
  username: string;
  pinned: readonly Photo[];
  errors: readonly string[] | undefined;
  onChange: (pinned: readonly Photo[]) => void;
}

/** Up to three posts, reordered by buttons. */
export function PinChoice({ username, pinned, errors, onChange }: PinChoiceProps) {
  const toggle = (photo: Photo) => {
    if (pinned.some(({ id }) => id === photo.id)) onChange(pinned.filter(({ id }) => id !== photo.id));
    else if (pinned.length < limits.pinnedPhotos) onChange([...pinned, photo]);
  };
  return (
    <fieldset>
      <legend className="font-semibold">{words.pinned}</legend>
      <p className="mb-s3 text-t15 text-ink-meta">{words.pinnedCount({ count: pinned.length, most: limits.pinnedPhotos })}</p>
      <PinnedList pinned={pinned} onChange={onChange} onUnpin={toggle} />
      <div aria-live="polite">{errors && <FieldError>{errors[0]}</FieldError>}</div>
      <PinnablePosts username={username} pinned={pinned} onToggle={toggle} />
    </fieldset>
  );
}

interface PinnedListProps {
  pinned: readonly Photo[];
  onChange: (pinned: readonly Photo[]) => void;
  onUnpin: (photo: Photo) => void;
}

function PinnedList({ pinned, onChange, onUnpin }: PinnedListProps) {
  const [announcement, setAnnouncement] = useState('');
  const move = (photo: Photo, from: number, to: number) => {
    onChange(pinned.toSpliced(from, 1).toSpliced(to, 0, photo));
    setAnnouncement(words.moved({ title: photo.title, position: to + 1 }));
  };
  return (
    <>
      <ol className="pins">
        {pinned.map((photo, index) => (
          <li key={photo.id}>
            <Thumbnail photo={photo} />
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {photo.title}
            </span>
            <IconButton label={words.moveUp(photo)} disabled={index === 0} onClick={() => move(photo, index, index - 1)}>
              <ArrowUp size={20} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
            <IconButton label={words.moveDown(photo)} disabled={index === pinned.length - 1} onClick={() => move(photo, index, index + 1)}>
              <ArrowDown size={20} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
            <IconButton label={words.unpin(photo)} onClick={() => onUnpin(photo)}>
              <X size={20} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

interface PinnablePostsProps {
  username: string;
  pinned: readonly Photo[];
  onToggle: (photo: Photo) => void;
}

function PinnablePosts({ username, pinned, onToggle }: PinnablePostsProps) {
  const { data, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    pinnablePosts(username),
  );
  if (isPending)
    return (
      <p role="status" className="flex items-center gap-s2 text-ink-quiet">
        <Spinner /> {words.loadingPhotos}
      </p>
    );
  if (data === undefined)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-s3">
        <span>{sentences.photosFetchFailed}</span>
        <Button kind="text" busy={isFetching && tryAgain} onClick={() => void refetch()}>
          {tryAgain}
        </Button>
      </div>
    );
  const photos = itemsOf(data);
  return (
    <>
      {photos.length === 0 ? (
        <p className="text-ink-quiet">{words.nothingToPin}</p>
      ) : (
        <div className="pinnable">
          {photos.map((photo) => (
            <PinnablePost key={photo.id} photo={photo} pinned={pinned} onToggle={() => onToggle(photo)} />
          ))}
        </div>
      )}
      {hasNextPage && (
        <Button kind="quiet" className="mt-s3" busy={isFetchingNextPage && loading} onClick={() => void fetchNextPage()}>
          {loadMore}
        </Button>
      )}
    </>
  );
}

function PinnablePost({ photo, pinned, onToggle }: { photo: Photo; pinned: readonly Photo[]; onToggle: () => void }) {
  const index = pinned.findIndex(({ id }) => id === photo.id);
  const isPinned = index !== -1;
  return (
    <label className="pin" title={photo.title}>
      <input
        type="checkbox"
        className="sr-only"
        data-field="pinned"
        checked={isPinned}
        disabled={pinned.length >= limits.pinnedPhotos && !isPinned}
        onChange={onToggle}
      />
      <Thumbnail photo={photo} />
      <span className="sr-only">{words.pin(photo)}</span>
      {isPinned && (
        <span className="pin-number" aria-hidden="true">
          {index + 1}
        </span>
      )}
    </label>
  );
}

function Thumbnail({ photo: { images } }: { photo: Photo }) {
  const [image] = images;
  if (image === undefined) return null;
  return (
    <img
      src={image.image_path}
      srcSet={image.srcset.jpeg}
      sizes="96px"
      alt=""
      width="96"
      height="96"
      loading="lazy"
      decoding="async"
      className="pin-thumb"
      style={{ backgroundColor: image.color }}
    />
  );
}
