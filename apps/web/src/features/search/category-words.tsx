import * as sentences from '@mbari/contract/sentences';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categories } from '~/features/categories/category-queries.ts';
import { feedOf } from '~/features/feed/feed-queries.ts';
import { ChosenStroke } from '~/ui/chosen-stroke.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';

/** The categories as links with counts. On a phone they are one row that scrolls. */
export function CategoryWords({ words }: { words: string }) {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery(categories);
  // The total is shown where the feed is loaded already; it is not fetched for it.
  const { data: all } = useInfiniteQuery({ ...feedOf('latest'), enabled: false });
  if (errorUpdateCount > 0 && data === undefined)
    return <FetchFailed message={sentences.categoriesFetchFailed} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <nav aria-label="Categories" className="index">
      <IndexWord words={words} name="All" slug="" count={all?.pages[0]?.meta.total} />
      {data === undefined
        ? widths.map((width, index) => <span key={index} className="index-box" style={{ width: `${width}ch` }} />)
        : data.map(({ id, name, slug, photos_count }) => <IndexWord key={id} words={words} name={name} slug={slug} count={photos_count} />)}
    </nav>
  );
}

/** The widths of the boxes shown while the categories load. */
const widths = [7, 8, 9, 10, 11, 14, 6, 11, 15, 10, 12, 6];

interface IndexWordProps {
  /** The words searched for: a category keeps them. */
  words: string;
  name: string;
  slug: string;
  count: number | undefined;
}

function IndexWord({ words, name, slug, count }: IndexWordProps) {
  return (
    <Link
      to="/discover"
      search={{ ...(words !== '' && { q: words }), ...(slug !== '' && { category: slug }) }}
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
              <span className="sr-only">, </span>
              {count.toLocaleString('en')}
              <span className="sr-only">{count === 1 ? ' photo' : ' photos'}</span>
            </span>
          )}
          {isActive && <ChosenStroke />}
        </>
      )}
    </Link>
  );
}
