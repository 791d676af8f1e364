import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';
import type { Photo } from '@mbari/contract/shapes/photos';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { pinnable, photosIn } from '~/features/profiles/profile-queries.ts';
import { Button, IconButton } from '~/ui/button.tsx';
import { FieldError } from '~/ui/field.tsx';
import { Spinner } from '~/ui/spinner.tsx';

interface PinChoiceProps {
  username: string;
  pinned: readonly Photo[];
  wrong: readonly string[] | undefined;
  onChange: (pinned: readonly Photo[]) => void;
}

/** Up to three posts that hang before all others, in an order that buttons change. */
export function PinChoice({ username, pinned, wrong, onChange }: PinChoiceProps) {
  const own = useInfiniteQuery(pinnable(username));
  const photos = photosIn(own.data);
  const full = pinned.length >= limits.pinnedPhotos;
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const isPinned = (id: string) => pinned.some((one) => one.id === id);
  const toggle = (photo: Photo) => {
    if (isPinned(photo.id)) onChange(pinned.filter(({ id }) => id !== photo.id));
    else if (!full) onChange([...pinned, photo]);
  };
  const move = (from: number, to: number) => {
    const moved = pinned[from];
    if (moved === undefined) return;
    onChange(pinned.toSpliced(from, 1).toSpliced(to, 0, moved));
    setSaid(`${moved.title} is number ${to + 1} now`);
  };
  return (
    <fieldset>
      <legend className="font-semibold">Pinned posts</legend>
      <p className="mb-s3 text-t15 text-ink-meta">
        {pinned.length} of {limits.pinnedPhotos} chosen. They hang before all others, in this order.
      </p>
      <ol ref={list} className="pins">
        {pinned.map((photo, place) => (
          <li key={photo.id}>
            <Thumb photo={photo} />
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {photo.title}
            </span>
            <IconButton label={`Move ${photo.title} up`} disabled={place === 0} onClick={() => move(place, place - 1)}>
              <ArrowUp size={20} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
            <IconButton label={`Move ${photo.title} down`} disabled={place === pinned.length - 1} onClick={() => move(place, place + 1)}>
              <ArrowDown size={20} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
            <IconButton label={`Unpin ${photo.title}`} onClick={() => toggle(photo)}>
              <X size={20} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div aria-live="polite">{wrong && <FieldError>{wrong[0]}</FieldError>}</div>
      {own.isPending ? (
        <p role="status" className="flex items-center gap-s2 text-ink-quiet">
          <Spinner /> Loading photos
        </p>
      ) : own.data === undefined ? (
        <div role="alert" className="flex flex-wrap items-center gap-s3">
          <span>{sentences.photosFetchFailed}</span>
          <Button kind="text" busy={own.isFetching && 'Try Again'} onClick={() => void own.refetch()}>
            Try Again
          </Button>
        </div>
      ) : photos.length === 0 ? (
        <p className="text-ink-quiet">You have shared nothing yet that could be pinned.</p>
      ) : (
        <div className="pinnable">
          {photos.map((photo) => (
            <label key={photo.id} className="pin" title={photo.title}>
              <input
                type="checkbox"
                className="sr-only"
                checked={isPinned(photo.id)}
                disabled={full && !isPinned(photo.id)}
                onChange={() => toggle(photo)}
              />
              <Thumb photo={photo} />
              <span className="sr-only">Pin {photo.title}</span>
              {isPinned(photo.id) && (
                <span className="pin-place" aria-hidden="true">
                  {pinned.findIndex(({ id }) => id === photo.id) + 1}
                </span>
              )}
            </label>
          ))}
        </div>
      )}
      {own.hasNextPage && (
        <Button kind="quiet" className="mt-s3" busy={own.isFetchingNextPage && 'Loading...'} onClick={() => void own.fetchNextPage()}>
          Load More
        </Button>
      )}
    </fieldset>
  );
}

function Thumb({ photo: { images } }: { photo: Photo }) {
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
