import { loadMore } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SourceList, sourceOf } from '~/photos/posts/source-list.ts';
import { SlideshowButton } from '~/photos/viewer/slideshow-button.tsx';
import { PhotoWall } from '~/photos/wall/photo-wall.tsx';
import { WallLoading, WallUnreached } from '~/photos/wall/wall-states.tsx';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { useWithoutMuted } from '~/platform/text/use-muted-words.ts';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import type { labelledPosts } from './labelled-queries.ts';

interface LabelledWallProps {
  posts: ReturnType<typeof labelledPosts>;
  /** Name of the list, for the pager of a post. */
  name: string;
  /** Title of the failure. */
  failed: string;
  /** Shown instead of a list without posts. */
  empty?: ReactNode;
}

export function LabelledWall({ posts, name, failed, empty }: LabelledWallProps) {
  const list = useInfiniteQuery(posts);
  const items = itemsOf(list.data);
  const photos = useWithoutMuted(items);
  if (list.isPending) return <WallLoading />;
  if (list.data === undefined) return <WallUnreached title={failed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  if (items.length === 0 && empty) return empty;
  return (
    <div className="tag-wall">
      <SlideshowButton photos={photos} title={name} list={list} />
      <SourceList value={sourceOf(posts, name, true)}>
        <PhotoWall photos={photos} more={list.hasNextPage} />
      </SourceList>
      {list.hasNextPage && (
        <LoadMoreButton
          label={loadMore}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </div>
  );
}
