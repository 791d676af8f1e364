import { listTopicsAboutPhoto } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-topics';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { topicsAboutPhotoKey } from '~/platform/lib/query-keys.ts';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { NewTopicLink } from './new-topic-link.tsx';
import { TopicRow } from './topic-row.tsx';
import './forum-topics.css';

const topicsAbout = (photoId: string) =>
  infiniteQueryOptions({
    queryKey: topicsAboutPhotoKey(photoId),
    queryFn: ({ pageParam, signal }) =>
      call(listTopicsAboutPhoto, { params: { id: photoId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

export function TopicsAboutPhoto({ photoId }: { photoId: string }) {
  const found = useInfiniteQuery(topicsAbout(photoId));
  // No thumbnails, because the page shows the photo itself.
  const topics = itemsOf(found.data).map((topic) => ({ ...topic, photo: null }));
  return (
    <section className="topics-about-photo" aria-label={words.aboutPhoto}>
      {topics.length > 0 && (
        <>
          <h2 className="text-t20 font-semibold">{words.aboutPhoto}</h2>
          <ol className="topic-rows">
            {topics.map((topic) => (
              <TopicRow key={topic.id} topic={topic} showCategory />
            ))}
          </ol>
        </>
      )}
      {found.hasNextPage && (
        <LoadMoreButton
          label={words.moreTopics}
          busy={found.isFetchingNextPage}
          failed={found.isFetchNextPageError}
          onLoad={() => void found.fetchNextPage({ cancelRefetch: false })}
        />
      )}
      <p>
        <NewTopicLink label={words.discussPhoto} kind="quiet" photoId={photoId} />
      </p>
    </section>
  );
}
