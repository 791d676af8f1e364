import * as words from '@mbari/words/feed';
import * as sentences from '@mbari/words/sentences';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import type { PagedWallProps } from './paged-wall.tsx';

/** An empty feed, with things that a member can do. */
export function EmptyFeed({ feed, suggestions, onUpload }: PagedWallProps) {
  if (feed === 'following')
    return (
      <>
        <EmptyState drawing="quiet" title={words.emptyFollowing} action={<FirstSteps onUpload={onUpload} />}>
          {words.emptyFollowingHint}
        </EmptyState>
        <Suspense>{suggestions}</Suspense>
      </>
    );
  return (
    <EmptyState drawing="hanging" title={sentences.noPhotosYet} action={<FirstSteps onUpload={onUpload} />}>
      {words.emptyLatestHint}
    </EmptyState>
  );
}

/** Three things that a new member can do. */
function FirstSteps({ onUpload }: Pick<PagedWallProps, 'onUpload'>) {
  return (
    <>
      <Button onClick={onUpload}>{words.shareFirst}</Button>
      <Link to="/users" className={buttonClass({ kind: 'quiet' })}>
        {words.findMembers}
      </Link>
      <Link to="/forum" className={buttonClass({ kind: 'quiet' })}>
        {words.visitForum}
      </Link>
    </>
  );
}
