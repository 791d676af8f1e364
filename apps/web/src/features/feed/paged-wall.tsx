import * as words from '@mbari/words/feed';
import * as sentences from '@mbari/words/sentences';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useWithoutMuted } from '~/features/muted-words/use-muted-words.ts';
import { SourceList, sourceOf } from '~/features/photos/source-list.ts';
import { LoadMoreButton } from '~/features/wall/load-more-button.tsx';
import { PhotoWall } from '~/features/wall/photo-wall.tsx';
import { WallLoading, WallUnreached } from '~/features/wall/wall-states.tsx';
import { itemsOf } from '~/lib/items-of.ts';
import { lazyOrNothing } from '~/lib/lazy-or-nothing.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { FeedEnd } from './feed-end.tsx';
import { feedOf, type PagedFeed } from './feed-queries.ts';
import { foldBursts } from './fold-bursts.ts';
import { openStacks, toggleStack } from './open-stacks.ts';

/** Only those who follow nobody need it. */
const MembersToFollow = lazyOrNothing(async () => (await import('~/features/directory/members-to-follow.tsx')).MembersToFollow);

/** The Latest and Following feeds, page by page, with bursts of posts in stacks. */
export function PagedWall({ feed: name, onUpload }: { feed: PagedFeed; onUpload: () => void }) {
  const client = useQueryClient();
  const feed = useInfiniteQuery(feedOf(name));
  const { data: open } = useQuery(openStacks);
  const items = itemsOf(feed.data);
  const read = useWithoutMuted(items);
  if (feed.isPending) return <WallLoading />;
  if (feed.data === undefined)
    return <WallUnreached title={sentences.photosLoadFailed} busy={feed.isFetching} onRetry={() => void feed.refetch()} />;
  const { photos, stacks } = foldBursts(read, { open, more: feed.hasNextPage });
  if (items.length === 0) return <EmptyFeed feed={name} onUpload={onUpload} />;
  return (
    <>
      <SourceList value={sourceOf(feedOf(name), listName[name], true)}>
        <PhotoWall photos={photos} more={feed.hasNextPage} stacks={stacks} onStack={(id, stack) => toggleStack(client, id, stack)} />
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

function EmptyFeed({ feed, onUpload }: { feed: PagedFeed; onUpload: () => void }) {
  if (feed === 'following')
    return (
      <>
        <EmptyState drawing="quiet" title={words.emptyFollowing}>
          {words.emptyFollowingHint}
        </EmptyState>
        <Suspense>
          <MembersToFollow />
        </Suspense>
      </>
    );
  return (
    <EmptyState drawing="hanging" title={sentences.noPhotosYet} action={<Button onClick={onUpload}>{words.shareFirst}</Button>}>
      {words.emptyLatestHint}
    </EmptyState>
  );
}
