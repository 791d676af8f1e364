import * as words from '@mbari/words/tags';
import { connectionDropped } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tagByName, TagResults } from '~/community/search/tag-results.tsx';
import { FollowSubject } from '~/photos/follow-subject.tsx';
import { WallLoading } from '~/photos/wall/wall-states.tsx';
import { CallRefused } from '~/platform/lib/call.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import '~/community/search/tags.css';

export default function TagPage() {
  const { tag } = useParams({ from: '/shell/tag/$tag' });
  const { data: summary, error, isFetching, refetch } = useQuery(tagByName(tag));
  const isMissing = error instanceof CallRefused && error.status === 404;
  const title = isMissing ? words.notFound : `#${summary?.tag ?? tag}`;
  useEffect(() => setPageTitle(title), [title]);
  if (isMissing)
    return (
      <EmptyState
        drawing="lost"
        level="h1"
        title={words.notFound}
        action={
          <Link to="/discover" className={buttonClass({})}>
            {words.discoverPhotos}
          </Link>
        }
      >
        {words.notFoundHint}
      </EmptyState>
    );
  if (error && summary === undefined)
    return (
      <LoadFailed level="h1" title={words.failed} busy={isFetching} onRetry={() => void refetch()}>
        {connectionDropped}
      </LoadFailed>
    );
  return (
    <div className="tag-page">
      <div className="tag-head">
        <h1 className="display-large" dir="auto" tabIndex={-1}>
          #{summary?.tag ?? tag}
        </h1>
        {summary && <FollowSubject subject={summary} />}
      </div>
      {summary ? <TagResults key={tag} tag={tag} summary={summary} /> : <WallLoading />}
    </div>
  );
}
