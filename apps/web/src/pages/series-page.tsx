import * as words from '@mbari/words/series';
import { connectionDropped } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { seriesById } from '~/photos/series/series-queries.ts';
import { SeriesView } from '~/photos/series/series-view.tsx';
import { CallRefused } from '~/platform/lib/call.ts';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { focusHeading, setPageTitle } from '~/platform/lib/page-title.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';

// A separate chunk, so that the photos load first.
const MarkdownHtml = optionalLazy(async () => (await import('~/forum/markdown/markdown-html.tsx')).MarkdownHtml, withoutDelay);

export function SeriesPage() {
  const { id } = useParams({ from: '/shell/series/$id' });
  const { data, error, isFetching, refetch } = useQuery(seriesById(id));
  const isGone = error instanceof CallRefused && error.status === 404;
  const title = isGone ? words.notFound : data?.meta.series.title;
  useEffect(() => setPageTitle(title), [title]);
  useEffect(() => {
    if (title !== undefined && document.activeElement === document.body) focusHeading();
  }, [title]);
  if (isGone)
    return (
      <EmptyState
        drawing="lost"
        level="h1"
        title={words.notFound}
        action={
          <Link to="/feed" className={buttonClass({})}>
            {words.backToFeed}
          </Link>
        }
      >
        {words.goneHint}
      </EmptyState>
    );
  if (data)
    return (
      <SeriesView key={id} content={data}>
        {data.meta.series.body && (
          // The source takes about the same space as the text.
          <Suspense fallback={<p className="series-source">{data.meta.series.body}</p>}>
            <MarkdownHtml html={data.meta.series.body_html} authorId={data.meta.series.user.id} />
          </Suspense>
        )}
      </SeriesView>
    );
  if (error)
    return (
      <LoadFailed level="h1" title={words.failed} busy={isFetching} onRetry={() => void refetch()}>
        {connectionDropped}
      </LoadFailed>
    );
  return <LoadingSeries />;
}

function LoadingSeries() {
  return (
    <div className="series" aria-busy="true">
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <div className="series-head" aria-hidden="true">
        <div className="series-about">
          <div className="series-waits-title" />
          <div className="series-waits-maker" />
        </div>
      </div>
      <div className="series-works" aria-hidden="true">
        <div className="series-waits-work" />
      </div>
    </div>
  );
}
