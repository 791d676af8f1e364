import { listSimilarTopics } from '@mbari/contract/forum/search';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/new-topic';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '~/platform/lib/call.ts';
import { similarTopicsKey } from '~/platform/lib/query-keys.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';

export function SimilarTopics({ title }: { title: string }) {
  const searchText = useDebounced(title.trim(), limits.searchDebounce);
  const { data = [] } = useQuery({
    queryKey: similarTopicsKey(searchText),
    queryFn: async ({ signal }) => (await call(listSimilarTopics, { query: { title: searchText }, signal })).data,
    enabled: searchText.length >= limits.forumTitleMin && searchText.length <= limits.forumTitle,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const similarTopics = searchText.length < limits.forumTitleMin ? [] : data;
  return (
    <section aria-live="polite" aria-label={words.similar} className="similar-topics" hidden={similarTopics.length === 0}>
      <h2 className="text-t15 font-semibold">{words.similar}</h2>
      <ul>
        {similarTopics.map(({ id, slug, title, category, posts_count, is_solved }) => (
          <li key={id}>
            {/* Opens in a new tab, to keep the unposted text. */}
            <Link to="/forum/t/$id/{-$slug}/{-$number}" params={{ id, slug }} target="_blank" className="link" dir="auto">
              {title}
            </Link>
            <span className="text-t15 text-ink-meta">
              {' '}
              {category.name} · {words.posts({ count: posts_count })}
              {is_solved && ` · ${words.solved}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
