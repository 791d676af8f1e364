import * as words from '@mbari/words/search';
import { loadMore } from '@mbari/words/ui';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TopicsSkeleton } from '~/forum/topics/topic-list.tsx';
import { TopicRow } from '~/forum/topics/topic-row.tsx';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { NoResults, SearchFailed } from './no-results.tsx';
import { topicResults } from './search-query.ts';

export function TopicResults({ query }: { query: string }) {
  const list = useInfiniteQuery({ ...topicResults(query), placeholderData: keepPreviousData });
  if (list.isPending) return <TopicsSkeleton />;
  const meta = list.data?.pages[0]?.meta;
  if (meta === undefined) return <SearchFailed busy={list.isFetching} onRetry={() => void list.refetch()} />;
  if (meta.total === 0) return <NoResults query={query} />;
  return (
    <div className="forum-found" aria-busy={list.isPlaceholderData}>
      <div className="mb-s2 flex min-h-(--touch) flex-wrap items-center gap-x-s4 text-t15 text-ink-meta">
        <p role="status">{words.foundTopics({ count: meta.total, more: meta.total_is_capped })}</p>
        <Link to="/forum/search" search={{ q: query }} className="link">
          {words.searchPosts}
        </Link>
      </div>
      <ol className="topic-rows">
        {itemsOf(list.data).map((topic) => (
          <TopicRow key={topic.id} topic={topic} showCategory />
        ))}
      </ol>
      {list.hasNextPage && (
        <LoadMoreButton
          label={loadMore}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void (list.isPlaceholderData || list.fetchNextPage({ cancelRefetch: false }))}
        />
      )}
    </div>
  );
}
