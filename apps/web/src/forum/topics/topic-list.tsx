import * as words from '@mbari/words/forum-topics';
import { connectionDropped } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { NewTopicLink } from './new-topic-link.tsx';
import { type TopicFilter, type TopicsAsked, topicsBy } from './topic-queries.ts';
import { TopicRow } from './topic-row.tsx';
import './forum-topics.css';

const nothingFound: Record<TopicFilter | 'all', { title: string; hint: string }> = {
  all: { title: words.noTopics, hint: words.noTopicsHint },
  unread: { title: words.noneUnread, hint: words.noneUnreadHint },
  following: { title: words.noneFollowed, hint: words.noneFollowedHint },
  mine: { title: words.noneOwn, hint: words.noneOwnHint },
  unanswered: { title: words.noneUnanswered, hint: words.noneUnansweredHint },
};

export function TopicList({ asked, categoryId }: { asked: TopicsAsked; categoryId?: string }) {
  const found = useInfiniteQuery(topicsBy(asked));
  const topics = itemsOf(found.data);
  if (found.isPending) return <TopicsSkeleton />;
  if (found.data === undefined)
    return (
      <LoadFailed title={words.topicsFailed} busy={found.isFetching} onRetry={() => void found.refetch()}>
        {connectionDropped}
      </LoadFailed>
    );
  if (topics.length === 0) {
    const { title, hint } = nothingFound[asked.filter ?? 'all'];
    const mayStart = asked.filter === undefined || asked.filter === 'mine';
    return (
      <EmptyState
        drawing="quiet"
        title={title}
        action={mayStart && <NewTopicLink label={words.startTopic} kind="quiet" categoryId={categoryId} />}
      >
        {hint}
      </EmptyState>
    );
  }
  return (
    <>
      <ol className="topic-rows">
        {topics.map((topic) => (
          <TopicRow key={topic.id} topic={topic} showCategory={asked.category === undefined} />
        ))}
      </ol>
      {found.hasNextPage && (
        <LoadMoreButton
          label={words.moreTopics}
          busy={found.isFetchingNextPage}
          failed={found.isFetchNextPageError}
          onLoad={() => void found.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}

export function TopicsSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" className="topics-skeleton">
      <span className="sr-only">{words.loadingTopics}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden="true">
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
