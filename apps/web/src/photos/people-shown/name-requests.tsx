import * as words from '@mbari/words/people-shown';
import { loadMore } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Picture } from '~/photos/posts/picture.tsx';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { nameRequests } from './name-request-queries.ts';
import { NameRequest } from './name-request.tsx';

export function NameRequests() {
  const list = useInfiniteQuery(nameRequests);
  const photos = itemsOf(list.data);
  if (photos.length === 0) return <EmptyState drawing="quiet" title={words.noRequests} />;
  return (
    <>
      <ul className="name-requests">
        {photos.map((photo) => (
          <li key={photo.id}>
            <NameRequest photo={photo}>
              {photo.images[0] && (
                <Link
                  to="/post/$id"
                  params={{ id: photo.id }}
                  className="name-request-photo"
                  style={{ aspectRatio: photo.images[0].width / photo.images[0].height }}
                >
                  <Picture image={photo.images[0]} title={photo.title} sizes="(max-width: 640px) 100vw, 640px" letterboxed />
                </Link>
              )}
            </NameRequest>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMoreButton
          label={loadMore}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}
