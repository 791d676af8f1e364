import * as sentences from '@mbari/contract/sentences';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { type FollowKind, followsOf, membersOf } from './directory-queries.ts';
import { MemberListSkeleton } from './member-list-skeleton.tsx';
import { MemberList } from './member-list.tsx';

/** Who follows a member, or whom they follow. */
export function FollowList({ kind, id, own }: { kind: FollowKind; id: string; own: boolean }) {
  const list = useInfiniteQuery(followsOf(kind, id));
  const members = membersOf(list.data);
  if (list.isPending)
    return (
      <>
        <p role="status" className="sr-only">
          Loading...
        </p>
        <MemberListSkeleton />
      </>
    );
  if (list.isError && members.length === 0)
    return (
      <div role="alert" className="grid justify-items-center gap-s3 py-s7 text-center">
        <p className="text-laterite-ink">{sentences.followsFetchFailed}</p>
        <Button kind="quiet" busy={list.isFetching && 'Try Again'} onClick={() => void list.refetch()}>
          Try Again
        </Button>
      </div>
    );
  if (members.length === 0 && !list.hasNextPage)
    return (
      <EmptyState
        drawing="quiet"
        title={`No ${kind} found.`}
        action={
          own && (
            <Link to="/users" className={buttonClass({})}>
              Discover members
            </Link>
          )
        }
      >
        {own && forNobody[kind]}
      </EmptyState>
    );
  const total = list.data?.pages[0]?.meta.total ?? members.length;
  return (
    <>
      <p role="status" className="directory-count">
        {inWords[kind](total)}
      </p>
      <MemberList
        members={members}
        label="Load More"
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
        mayRemove={own && kind === 'followers'}
      />
    </>
  );
}

const forNobody: Readonly<Record<FollowKind, string>> = {
  followers: 'Whoever follows you stands here. Sharing work, and a word on the work of others, brings them.',
  following: 'Whom you follow stands here, and what they share hangs in your Following feed.',
};

const inWords: Readonly<Record<FollowKind, (total: number) => string>> = {
  followers: (total) => (total === 1 ? '1 follower' : `${total.toLocaleString('en')} followers`),
  following: (total) => (total === 1 ? 'Following 1 member' : `Following ${total.toLocaleString('en')} members`),
};
