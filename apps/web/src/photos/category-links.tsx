import { number } from '@mbari/words/format';
import * as words from '@mbari/words/photo-search';
import * as sentences from '@mbari/words/sentences';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categoryName, startingNames } from '~/photos/category-name.ts';
import { categories } from '~/photos/category-queries.ts';
import { feedOf } from '~/photos/feed/feed-queries.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { SelectedStroke } from '~/platform/ui/selected-stroke.tsx';
import './photo-search.css';

/** The categories as links with counts, in a scrolling row on a phone. */
export function CategoryLinks({ sought }: { sought: string }) {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery(categories);
  // Shows the total if the feed is cached, without fetching it.
  const { data: all } = useInfiniteQuery({ ...feedOf('latest'), enabled: false });
  if (errorUpdateCount > 0 && data === undefined)
    return <FetchFailed message={sentences.categoriesFetchFailed} busy={isFetching} onRetry={() => void refetch()} />;
  if (data?.length === 0) return null;
  return (
    <nav aria-label={words.categories} className="index">
      <IndexWord sought={sought} name={words.all} slug="" count={all?.pages[0]?.meta.total} />
      {data === undefined
        ? startingNames.map((name) => (
            <span key={name} className="index-word index-box" aria-hidden="true">
              {name}
            </span>
          ))
        : data.map(({ id, name, slug, photos_count }) => (
            <IndexWord key={id} sought={sought} name={categoryName(name)} slug={slug} count={photos_count} />
          ))}
    </nav>
  );
}

interface IndexWordProps {
  /** Search words, which the links preserve. */
  sought: string;
  name: string;
  slug: string;
  count: number | undefined;
}

function IndexWord({ sought, name, slug, count }: IndexWordProps) {
  return (
    <Link
      to="/discover"
      search={{ ...(sought !== '' && { q: sought }), ...(slug !== '' && { category: slug }) }}
      activeOptions={{ exact: true }}
      resetScroll={false}
      preload={false}
      className="index-word"
    >
      {({ isActive }) => (
        <>
          <span dir="auto">{name}</span>
          {count !== undefined && (
            <span className="index-count">
              <span aria-hidden="true">{number(count)}</span>
              <span className="sr-only">{words.photosInCategory({ count })}</span>
            </span>
          )}
          {isActive && <SelectedStroke />}
        </>
      )}
    </Link>
  );
}
