import type { ForumCategory } from '@mbari/contract/forum/categories';
import * as words from '@mbari/words/forum-categories';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TopicsSkeleton } from '~/forum/topics/topic-list.tsx';
import { newestTopicsOf } from '~/forum/topics/topic-queries.ts';
import { TopicRow } from '~/forum/topics/topic-row.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { CategoryMark } from './category-mark.tsx';
import './forum-categories.css';

export function CategorySection({ category }: { category: ForumCategory }) {
  const { data: topics, isPending, isFetching, refetch } = useQuery(newestTopicsOf(category.slug));
  const { name, slug, description, topics_count: count, unread_topics_count: unread } = category;
  return (
    <section className="category-section" aria-labelledby={`category-${category.id}`}>
      <header className="category-section-head">
        <h2 id={`category-${category.id}`} className="display text-t26">
          <Link to="/forum/c/$slug" params={{ slug }} dir="auto">
            {name}
          </Link>
        </h2>
        {description !== '' && (
          <p>
            <bdi>{description}</bdi>
          </p>
        )}
        <p className="category-section-more">
          <CategoryMark color={category.color} />
          {unread > 0 && <span className="sr-only">{words.unreadTopics({ count: unread })}</span>}
          <Link to="/forum/c/$slug" params={{ slug }} aria-label={words.allTopicsOf({ name, count })}>
            {words.allTopics({ count })}
          </Link>
        </p>
      </header>
      {isPending ? (
        <TopicsSkeleton rows={Math.min(4, Math.max(1, count))} />
      ) : topics === undefined ? (
        <FetchFailed message={words.topicsFailed} busy={isFetching} onRetry={() => void refetch()} />
      ) : topics.length === 0 ? (
        <p className="text-ink-quiet">{words.noTopicsYet}</p>
      ) : (
        <ol className="topic-rows">
          {topics.map((topic) => (
            <TopicRow key={topic.id} topic={topic} />
          ))}
        </ol>
      )}
    </section>
  );
}
