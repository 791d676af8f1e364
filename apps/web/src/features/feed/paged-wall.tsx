import * as sentences from '@mbari/contract/sentences';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { walked, SourceList } from '~/features/photos/source-list.ts';
import { LoadMoreButton } from '~/features/wall/load-more-button.tsx';
import { PhotoWall } from '~/features/wall/photo-wall.tsx';
import { WallLoading, WallUnreached } from '~/features/wall/wall-states.tsx';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { FeedEnd } from './feed-end.tsx';
import { feedOf, type PagedFeed } from './feed-queries.ts';
import { foldBursts } from './fold-bursts.ts';
import { openStacks, toggleStack } from './open-stacks.ts';
import { photosOf } from './read-feed.ts';

/** Latest and Following: page after page, one member's bursts in stacks. */
export function PagedWall({ feed: name, onUpload }: { feed: PagedFeed; onUpload: () => void }) {
  const client = useQueryClient();
  const feed = useInfiniteQuery(feedOf(name));
  const { data: open } = useQuery(openStacks);
  if (feed.isPending) return <WallLoading />;
  if (feed.data === undefined)
    return <WallUnreached title={sentences.photosLoadFailed} busy={feed.isFetching} onRetry={() => void feed.refetch()} />;
  const { hung, stacks } = foldBursts(photosOf(feed.data), { open, more: feed.hasNextPage });
  if (hung.length === 0) return <NothingHangs feed={name} onUpload={onUpload} />;
  return (
    <>
      <SourceList value={walked(feedOf(name), listName[name])}>
        <PhotoWall photos={hung} more={feed.hasNextPage} stacks={stacks} onStack={(id, stack) => toggleStack(client, id, stack)} />
      </SourceList>
      {feed.hasNextPage ? (
        <LoadMoreButton
          label="Load More Posts"
          busy={feed.isFetchingNextPage}
          failed={feed.isFetchNextPageError}
          onLoad={() => void feed.fetchNextPage({ cancelRefetch: false })}
        />
      ) : (
        <FeedEnd>{name === 'latest' ? 'This is where the wall begins.' : 'All that those you follow have shared.'}</FeedEnd>
      )}
    </>
  );
}

const listName: Readonly<Record<PagedFeed, string>> = { latest: 'Latest', following: 'Following' };

function NothingHangs({ feed, onUpload }: { feed: PagedFeed; onUpload: () => void }) {
  if (feed === 'following')
    return (
      <EmptyState drawing="quiet" title="Nobody to see here yet">
        Follow the members whose work you want to see: what they share hangs here, newest first, and nothing else.
      </EmptyState>
    );
  return (
    <EmptyState drawing="hanging" title={sentences.noPhotosYet} act={<Button onClick={onUpload}>Share the first photo</Button>}>
      The wall is painted and waits for the first one.
    </EmptyState>
  );
}
