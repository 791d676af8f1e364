import * as words from '@mbari/words/exhibitions';
import { connectionDropped } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { exhibitionById } from '~/photos/exhibitions/exhibition-queries.ts';
import { ExhibitionView } from '~/photos/exhibitions/exhibition-view.tsx';
import { CallRefused } from '~/platform/lib/call.ts';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { focusHeading, setPageTitle } from '~/platform/lib/page-title.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';

// Separate chunks, so that the works load first.
const MarkdownHtml = optionalLazy(async () => (await import('~/forum/markdown/markdown-html.tsx')).MarkdownHtml, withoutDelay);
const GuestBook = optionalLazy(async () => (await import('~/forum/guest-book/guest-book.tsx')).GuestBook);
const Catalogue = lazy(async () => ({ default: (await import('~/photos/exhibitions/catalogue.tsx')).Catalogue }));

export function ExhibitionPage() {
  const { id, part } = useParams({ from: '/shell/exhibitions/$id/{-$part}' });
  const { data, error, isFetching, refetch } = useQuery(exhibitionById(id));
  const isGone =
    (error instanceof CallRefused && error.status === 404) || (part !== undefined && part !== 'catalogue' && part !== 'booklet');
  const title = isGone ? words.notFound : data?.title;
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
          <Link to="/exhibitions" className={buttonClass({})}>
            {words.allExhibitions}
          </Link>
        }
      >
        {words.goneHint}
      </EmptyState>
    );
  const text = data?.body && (
    // The source takes about the same space as the text.
    <Suspense fallback={<p className="exhibition-source">{data.body}</p>}>
      <MarkdownHtml html={data.body_html} authorId={data.curators[0]?.id} />
    </Suspense>
  );
  if (data && part !== undefined)
    return (
      <Suspense fallback={<LoadingExhibition />}>
        <Catalogue exhibition={data} isBooklet={part === 'booklet'}>
          {text}
        </Catalogue>
      </Suspense>
    );
  if (data)
    return (
      <ExhibitionView
        key={id}
        exhibition={data}
        guestBook={
          <Suspense>
            <GuestBook exhibition={data} />
          </Suspense>
        }
      >
        {text}
      </ExhibitionView>
    );
  if (error)
    return (
      <LoadFailed level="h1" title={words.failed} busy={isFetching} onRetry={() => void refetch()}>
        {connectionDropped}
      </LoadFailed>
    );
  return <LoadingExhibition />;
}

function LoadingExhibition() {
  return (
    <div className="exhibition" aria-busy="true">
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <div className="exhibition-head" aria-hidden="true">
        <div className="exhibition-cover exhibition-waits" />
        <div className="exhibition-about">
          <div className="exhibition-waits-title" />
        </div>
      </div>
    </div>
  );
}
