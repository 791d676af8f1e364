import { connectionDropped } from '@mbari/words/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { CallRefused } from '~/platform/lib/call.ts';
import { focusHeading, setPageTitle } from '~/platform/lib/page-title.ts';
import { EmptyState } from './empty-state.tsx';
import { LoadFailed } from './load-failed.tsx';

interface ContentPageProps<Content> {
  query: UseQueryResult<Content>;
  titleOf: (content: Content) => string;
  /** The rest of the address is wrong. */
  isGone?: boolean;
  notFound: string;
  goneHint: string;
  failed: string;
  /** Link on the page of missing content. */
  back: ReactNode;
  waiting: ReactNode;
  children: (content: Content) => ReactNode;
}

/** Content by its address. Sets the page's title, focuses the heading, and says if the content is missing or could not be loaded. */
export function ContentPage<Content>(props: ContentPageProps<Content>) {
  const { query, titleOf, isGone = false, notFound, goneHint, failed, back, waiting, children } = props;
  const { data, error, isFetching, refetch } = query;
  const isMissing = isGone || (error instanceof CallRefused && error.status === 404);
  const title = isMissing ? notFound : data && titleOf(data);
  useEffect(() => setPageTitle(title), [title]);
  useEffect(() => {
    if (title !== undefined && document.activeElement === document.body) focusHeading();
  }, [title]);
  if (isMissing)
    return (
      <EmptyState drawing="lost" level="h1" title={notFound} action={back}>
        {goneHint}
      </EmptyState>
    );
  if (data) return children(data);
  if (error)
    return (
      <LoadFailed level="h1" title={failed} busy={isFetching} onRetry={() => void refetch()}>
        {connectionDropped}
      </LoadFailed>
    );
  return waiting;
}
