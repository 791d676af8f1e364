'use no memo';

import * as words from '@mbari/words/feed';
import * as sentences from '@mbari/words/sentences';
import { showcase } from '@mbari/words/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { ImageUp, RefreshCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { openComposer } from '~/photos/composer/composer-host.tsx';
import { type FeedTab, refreshTab } from '~/photos/feed/feed-tabs.ts';
import { PagedWall } from '~/photos/feed/paged-wall.tsx';
import { useScrollRestoration } from '~/photos/feed/use-scroll-restoration.ts';
import { WallLoading } from '~/photos/wall/wall-states.tsx';
import '~/photos/feed/feed.css';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';

const tabs = [
  { name: 'latest', label: words.latest },
  { name: 'trending', label: words.trending },
  { name: 'following', label: words.following },
] as const satisfies readonly { name: FeedTab; label: string }[];

/** Loaded after the first render. */
const TrendingWall = lazy(async () => ({ default: (await import('~/photos/feed/trending-wall.tsx')).TrendingWall }));
const NewPosts = optionalLazy(async () => (await import('~/photos/feed/new-posts.tsx')).NewPosts);
const PullToRefresh = lazy(async () => ({ default: (await import('~/photos/feed/pull-to-refresh.tsx')).PullToRefresh }));
const MembersToFollow = lazy(async () => ({ default: (await import('~/people/directory/suggested-members.tsx')).MembersToFollow }));
const touches = navigator.maxTouchPoints > 0;

export default function FeedPage() {
  const search = useSearch({ strict: false });
  const { name: tab, label } = tabs.find(({ name }) => name === search.tab) ?? tabs[0];
  const newcomer = useLocation({ select: ({ state }) => state.newcomer === true });
  const navigate = useNavigate();
  const { busy, refresh } = useRefresh(tab);
  const leave = useScrollRestoration(tab);
  const choose = (name: FeedTab) => {
    leave();
    void navigate({ to: '.', search: name === 'latest' ? {} : { tab: name }, replace: true, resetScroll: false });
  };
  return (
    <div className="feed">
      <header className="feed-head">
        <h1 className="display-large">{showcase}</h1>
        <Tabs label={words.order} tabs={tabs} chosen={tab} onChoose={choose} controls="wall" />
        <div className="feed-acts">
          <Button
            kind="text"
            className="feed-refresh"
            aria-label={words.refreshFeed}
            busy={busy && words.refreshFeed}
            onClick={() => void refresh('button')}
          >
            <RefreshCw size={18} strokeWidth={1.6} aria-hidden="true" /> <span>{words.refreshFeed}</span>
          </Button>
          <Button onClick={openComposer} className="feed-upload">
            <ImageUp size={20} strokeWidth={1.6} aria-hidden="true" /> {words.upload}
          </Button>
        </div>
      </header>
      <Suspense>
        {tab !== 'trending' && <NewPosts key={tab} feed={tab} />}
        {touches && <PullToRefresh tab={tab} onRefresh={() => refresh('pull')} />}
      </Suspense>
      {newcomer && tab === 'latest' && (
        <Suspense>
          <MembersToFollow />
        </Suspense>
      )}
      <section id="wall" role="tabpanel" aria-label={label}>
        {tab === 'trending' ? (
          <Suspense fallback={<WallLoading />}>
            <TrendingWall onUpload={openComposer} />
          </Suspense>
        ) : (
          <PagedWall key={tab} feed={tab} suggestions={<MembersToFollow />} onUpload={openComposer} />
        )}
      </section>
    </div>
  );
}

function useRefresh(tab: FeedTab) {
  const client = useQueryClient();
  const [refreshing, setRefreshing] = useState<readonly FeedTab[]>([]);
  const refresh = async (by: 'button' | 'pull') => {
    setRefreshing((others) => [...others, tab]);
    try {
      await refreshTab(client, tab, by);
      return true;
    } catch {
      toast.error(sentences.feedRefreshFailed);
      return false;
    } finally {
      setRefreshing((others) => others.filter((other) => other !== tab));
    }
  };
  return { busy: refreshing.includes(tab), refresh };
}
