import * as sentences from '@mbari/contract/sentences';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ImageUp, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { openComposer } from '~/features/composer/composer-door.tsx';
import { LoadMoreButton } from '~/features/photos/load-more-button.tsx';
import { feedOf, photosOf, refreshFeed } from '~/features/photos/photo-queries.ts';
import { PhotoWall } from '~/features/photos/photo-wall.tsx';
import { WallSkeleton } from '~/features/photos/wall-skeleton.tsx';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Tabs } from '~/ui/tabs.tsx';

const tabs = [{ name: 'latest', words: 'Latest' }] as const;

export function FeedPage() {
  const [tab, setTab] = useState<(typeof tabs)[number]['name']>('latest');
  return (
    <div className="feed">
      <header className="feed-head">
        <h1 className="display-large">Community Showcase</h1>
        <Tabs label="Order" tabs={tabs} chosen={tab} onChoose={setTab} controls="wall" />
        <div className="feed-acts">
          <RefreshButton />
          <Button onClick={openComposer} className="feed-upload">
            <ImageUp size={20} strokeWidth={1.6} aria-hidden="true" /> Upload
          </Button>
        </div>
      </header>
      <section id="wall" role="tabpanel" aria-label="Latest">
        <LatestWall />
      </section>
    </div>
  );
}

function RefreshButton() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    try {
      await refreshFeed(client, 'latest');
    } catch {
      toast.error(sentences.feedRefreshFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="words" busy={busy && 'Refresh Feed'} onClick={() => void refresh()}>
      <RefreshCw size={18} strokeWidth={1.6} aria-hidden="true" /> Refresh Feed
    </Button>
  );
}

function LatestWall() {
  const feed = useInfiniteQuery(feedOf('latest'));
  const photos = photosOf(feed.data);
  if (feed.isPending)
    return (
      <>
        <p role="status" className="sr-only">
          Loading photos
        </p>
        <WallSkeleton />
      </>
    );
  if (feed.data === undefined)
    return (
      <EmptyState drawing="cracked" title={sentences.photosLoadFailed} act={<Button onClick={() => void feed.refetch()}>Try Again</Button>}>
        The wall could not be reached. Nothing on it is lost.
      </EmptyState>
    );
  if (photos.length === 0)
    return (
      <EmptyState drawing="hanging" title={sentences.noPhotosYet} act={<Button onClick={openComposer}>Share the first photo</Button>}>
        The wall is painted and waits for the first one.
      </EmptyState>
    );
  return (
    <>
      <PhotoWall photos={photos} more={feed.hasNextPage} />
      {feed.hasNextPage && (
        <LoadMoreButton
          words="Load More Posts"
          busy={feed.isFetchingNextPage}
          failed={feed.isFetchNextPageError}
          onLoad={() => void feed.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}
