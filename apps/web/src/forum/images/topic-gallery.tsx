import { listTopicImages, type TopicImage } from '@mbari/contract/forum/images';
import * as words from '@mbari/words/forum-images';
import { connectionDropped } from '@mbari/words/ui';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { call } from '~/platform/lib/call.ts';
import { forumTopicImagesKey } from '~/platform/lib/query-keys.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import './topic-gallery.css';

const imagesOf = (topicId: string) =>
  infiniteQueryOptions({
    queryKey: forumTopicImagesKey(topicId),
    queryFn: ({ pageParam, signal }) =>
      call(listTopicImages, { params: { id: topicId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Always refetched, because image visibility may have changed.
    staleTime: 0,
  });

const gallerySizes = '(min-width: 760px) 320px, 50vw';
/** Width used with data saver. */
const lightSizes = '320px';

export function TopicGallery({ topic }: { topic: { id: string; slug: string; title: string } }) {
  const found = useInfiniteQuery(imagesOf(topic.id));
  const images = found.data?.pages.flatMap(({ data }) => data) ?? [];
  if (found.isPending)
    return (
      <p role="status" className="flex items-center gap-s2 text-ink-quiet">
        <Spinner /> {words.loadingImages}
      </p>
    );
  if (found.data === undefined)
    return (
      <LoadFailed title={words.imagesFailed} busy={found.isFetching} onRetry={() => void found.refetch()}>
        {connectionDropped}
      </LoadFailed>
    );
  if (images.length === 0)
    return (
      <EmptyState drawing="quiet" title={words.noImages}>
        {words.noImagesHint}
      </EmptyState>
    );
  return (
    <>
      <Images topic={topic} images={images} />
      {found.hasNextPage && (
        <LoadMoreButton
          label={words.moreImages}
          busy={found.isFetchingNextPage}
          failed={found.isFetchNextPageError}
          onLoad={() => void found.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}

function Images({ topic, images }: { topic: { id: string; slug: string; title: string }; images: readonly TopicImage[] }) {
  const zoom = useLazyDialog(async () => (await import('~/photos/viewer/zoom.tsx')).Zoom);
  const [shown, setShown] = useState(0);
  return (
    <>
      <ul className="topic-gallery">
        {images.map(({ image, author, post, photo }, index) => (
          <li key={`${post.id} ${image.id} ${index}`}>
            <div className="relative">
              <button
                type="button"
                className="topic-gallery-open"
                style={{ aspectRatio: image.width / image.height }}
                aria-label={image.alt === '' ? words.fullSize : words.fullSizeOf({ alt: image.alt })}
                onClick={() => {
                  setShown(index);
                  zoom.open();
                }}
              >
                <Picture image={image} sizes={gallerySizes} title={words.imageOf({ name: author.name })} />
              </button>
              <LoadImageButton image={image} sizes={lightSizes} title={image.alt || words.imageOf({ name: author.name })} />
            </div>
            {image.alt !== '' && (
              <p className="topic-gallery-alt" dir="auto">
                {image.alt}
              </p>
            )}
            <p className="topic-gallery-by">
              <Link to="/user/$username" params={{ username: author.username }} className="topic-gallery-author" dir="auto">
                {author.name}
              </Link>{' '}
              <Link
                to="/forum/t/$id/{-$slug}/{-$number}"
                params={{ id: topic.id, slug: topic.slug, number: String(post.number) }}
                className="link"
              >
                {words.inPost({ number: post.number })}
              </Link>
              {photo && (
                <Link to="/post/$id" params={{ id: photo.id }} className="link" dir="auto">
                  {photo.title}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
      {zoom.Dialog && (
        <zoom.Dialog
          photo={{ title: topic.title, images: images.map(({ image }) => image) }}
          shown={shown}
          preview={undefined}
          onShow={setShown}
          onClose={zoom.close}
        />
      )}
    </>
  );
}
