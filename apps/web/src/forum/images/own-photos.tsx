import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/forum-images';
import { tryAgain } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { imageMarkdown } from '~/forum/markdown/pending-images.ts';
import { pinnablePosts } from '~/people/profiles/profile-queries.ts';
import { AltField } from '~/photos/image-picker/alt-field.tsx';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { useSession } from '~/platform/lib/session.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

interface Chosen {
  id: string;
  alt: string;
}

export function OwnPhotos({ onInsert }: { onInsert: (markdown: string) => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) onInsert(imageMarkdown(chosen.id, chosen.alt));
  };
  return (
    <form className="grid gap-s4" noValidate onSubmit={submit}>
      <PhotoChoice chosen={chosen?.id} onChoose={setChosen} />
      {chosen && (
        <>
          <AltField alt={chosen.alt} readOnly={false} onChange={(alt) => setChosen({ ...chosen, alt })} />
          <div className="flex justify-end">
            <Button type="submit">{words.addToText({ count: 1 })}</Button>
          </div>
        </>
      )}
    </form>
  );
}

function PhotoChoice({ chosen, onChoose }: { chosen: string | undefined; onChoose: (chosen: Chosen) => void }) {
  const username = useSession().user?.username ?? '';
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
        <span>{words.photosFailed}</span>
        <Button kind="text" busy={isFetching && tryAgain} onClick={() => void refetch()}>
          {tryAgain}
        </Button>
      </div>
    );
  const images = imagesIn(itemsOf(data));
  if (images.length === 0) return <p className="text-ink-quiet">{words.noPhotos}</p>;
  return (
    <fieldset>
      <legend className="sr-only">{words.ownPhotos}</legend>
      <div className="own-photos">
        {images.map(({ photo, image, id }) => (
          <label key={id} className="own-photo" title={photo.title}>
            <input
              type="radio"
              name="own-photo"
              className="sr-only"
              checked={chosen === id}
              onChange={() => onChoose({ id, alt: image.alt || photo.title })}
            />
            <Picture image={image} sizes="160px" title={photo.title} />
            <LoadImageButton image={image} sizes="160px" title={photo.title} />
            <span className="sr-only">{words.choosePhoto({ title: photo.title })}</span>
          </label>
        ))}
      </div>
      {hasNextPage && (
        <Button kind="quiet" className="mt-s3" busy={isFetchingNextPage && words.morePhotos} onClick={() => void fetchNextPage()}>
          {words.morePhotos}
        </Button>
      )}
    </fieldset>
  );
}

/** Uses the photo's id for its first image, so posts show later edits of the photo. */
const imagesIn = (photos: readonly Photo[]): { photo: Photo; image: Image; id: string }[] =>
  photos.flatMap((photo) => photo.images.map((image, index) => ({ photo, image, id: index === 0 ? photo.id : image.id })));
