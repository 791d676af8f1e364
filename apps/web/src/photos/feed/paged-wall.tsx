'use no memo';

import * as words from '@mbari/words/feed';
import * as sentences from '@mbari/words/sentences';
import { type QueryClient, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSendingPost } from '~/photos/composer/composer-host.tsx';
import { SourceList, sourceOf } from '~/photos/posts/source-list.ts';
import type { Stack } from '~/photos/wall/photo-on-wall.tsx';
import { PhotoWall } from '~/photos/wall/photo-wall.tsx';
import { WallLoading, WallUnreached } from '~/photos/wall/wall-states.tsx';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { openStacksKey } from '~/platform/lib/query-keys.ts';
import { useWithoutMuted } from '~/platform/text/use-muted-words.ts';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { FeedEnd } from './feed-end.tsx';
import { feedOf, type PagedFeed } from './feed-queries.ts';
import { foldBursts } from './fold-bursts.ts';

/** Loaded on demand, because few feeds are empty. */
const EmptyFeed = lazy(async () => ({ default: (await import('./empty-feed.tsx')).EmptyFeed }));

export interface PagedWallProps {
  feed: PagedFeed;
  /** Shown to members who follow nobody. */
  suggestions: ReactNode;
  onUpload: () => void;
}

export function PagedWall({ feed: name, suggestions, onUpload }: PagedWallProps) {
  const client = useQueryClient();
  const feed = useInfiniteQuery(feedOf(name));
  const { data: open } = useQuery(openStacks);
  const items = itemsOf(feed.data);
  const read = useWithoutMuted(items);
  const own = useSendingPost();
  const sending = name === 'latest' ? own : null;
  if (feed.isPending) return <WallLoading />;
  if (feed.data === undefined)
    return <WallUnreached title={sentences.photosLoadFailed} busy={feed.isFetching} onRetry={() => void feed.refetch()} />;
  const { photos, stacks } = foldBursts(read, { open, more: feed.hasNextPage });
  if (items.length === 0 && !sending)
    return (
      <Suspense fallback={<WallLoading />}>
        <EmptyFeed feed={name} suggestions={suggestions} onUpload={onUpload} />
      </Suspense>
    );
  return (
    <>
      <SourceList value={sourceOf(feedOf(name), listName[name], true)}>
        <PhotoWall
          photos={photos}
          more={feed.hasNextPage}
          sending={sending}
          stacks={stacks}
          onStack={(id, stack) => toggleStack(client, id, stack)}
        />
      </SourceList>
      {feed.hasNextPage ? (
        <LoadMoreButton
          label={words.loadMorePosts}
          busy={feed.isFetchingNextPage}
          failed={feed.isFetchNextPageError}
          onLoad={() => void feed.fetchNextPage({ cancelRefetch: false })}
        />
      ) : (
        <FeedEnd>{name === 'latest' ? words.endOfLatest : words.endOfFollowing}</FeedEnd>
      )}
    </>
  );
}

const listName: Readonly<Record<PagedFeed, string>> = { latest: words.latest, following: words.following };

/** One post of each open stack. Cached as long as the feed, so that going back restores them. */
const openStacks = queryOptions<readonly string[]>({
  queryKey: openStacksKey,
  queryFn: () => [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
});

function toggleStack(client: QueryClient, id: string, stack: Stack): void {
  const inStack = new Set([id, ...stack.behind.map((photo) => photo.id)]);
  client.setQueryData(openStacks.queryKey, (open = []) =>
    stack.open ? open.filter((one) => !inStack.has(one)) : [...open.filter((one) => !inStack.has(one)), id],
  );
}
