import { listTopicsWithTag } from '@mbari/contract/forum/topics';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import { readTag } from '@mbari/contract/platform/tags';
import { topics as topicsCounted } from '@mbari/words/forum-categories';
import { found as photosCounted, foundMore } from '@mbari/words/photo-search';
import * as words from '@mbari/words/tags';
import { loadMore } from '@mbari/words/ui';
import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { TopicsSkeleton } from '~/forum/topics/topic-list.tsx';
import { TopicRow } from '~/forum/topics/topic-row.tsx';
import { labelledPosts } from '~/photos/labelled-queries.ts';
import { LabelledWall } from '~/photos/labelled-wall.tsx';
import { WallUnreached } from '~/photos/wall/wall-states.tsx';
import { call } from '~/platform/lib/call.ts';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { tagKey, topicsWithTagKey } from '~/platform/lib/query-keys.ts';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';

type TagSummary = AnswerOf<typeof readTag>['data'];

export function TagResults({ tag, summary }: { tag: string; summary: TagSummary }) {
  const search = useSearch({ from: '/shell/tag/$tag' });
  const navigate = useNavigate();
  const { photos, topics } = tabLabels(summary);
  if (summary.topics_count === 0)
    return (
      <>
        <p className="tag-count">{photos}</p>
        <TaggedPhotos tag={tag} name={summary.tag} />
      </>
    );
  if (summary.photos_count === 0)
    return (
      <>
        <p className="tag-count">{topics}</p>
        <TaggedTopics tag={tag} />
      </>
    );
  const selectedTab = search.tab === 'topics' ? 'topics' : 'photos';
  const selectTab = (name: 'photos' | 'topics') =>
    void navigate({ to: '/tag/$tag', params: { tag }, search: name === 'photos' ? {} : { tab: name }, replace: true, resetScroll: false });
  const tabs = [
    { name: 'photos', label: photos },
    { name: 'topics', label: topics },
  ] as const;
  return (
    <>
      <Tabs label={words.photosAndTopics} tabs={tabs} chosen={selectedTab} onChoose={selectTab} controls="tag-uses" />
      <section id="tag-uses" role="tabpanel" aria-label={selectedTab === 'topics' ? topics : photos}>
        {selectedTab === 'topics' ? <TaggedTopics tag={tag} /> : <TaggedPhotos tag={tag} name={summary.tag} />}
      </section>
    </>
  );
}

const tabLabels = (summary: TagSummary): { photos: string; topics: string } => ({
  photos: summary.photos_count_is_capped ? foundMore({ count: limits.photoCount }) : photosCounted({ count: summary.photos_count }),
  topics: summary.topics_count_is_capped ? words.topicsMore({ count: limits.topicCount }) : topicsCounted({ count: summary.topics_count }),
});

const TaggedPhotos = ({ tag, name }: { tag: string; name: string }) => (
  <LabelledWall posts={labelledPosts({ tag })} name={`#${name}`} failed={words.failed} />
);

function TaggedTopics({ tag }: { tag: string }) {
  const list = useInfiniteQuery(topicsWithTag(tag));
  if (list.isPending) return <TopicsSkeleton />;
  if (list.data === undefined) return <WallUnreached title={words.failed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  return (
    <>
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
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}

export const tagByName = (tag: string) =>
  queryOptions({
    queryKey: tagKey(tag),
    queryFn: async ({ signal }) => (await call(readTag, { params: { tag }, signal })).data,
  });

const topicsWithTag = (tag: string) =>
  infiniteQueryOptions({
    queryKey: topicsWithTagKey(tag),
    queryFn: ({ pageParam, signal }) =>
      call(listTopicsWithTag, { params: { tag }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });
