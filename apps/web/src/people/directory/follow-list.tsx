import * as words from '@mbari/words/directory';
import * as sentences from '@mbari/words/sentences';
import { loading, loadMore, tryAgain } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { type FollowKind, followsOf } from './directory-queries.ts';
import { MemberListSkeleton } from './member-card.tsx';
import { MemberList } from './member-list.tsx';
import './directory.css';

export function FollowList({ kind, id, isOwn }: { kind: FollowKind; id: string; isOwn: boolean }) {
  const list = useInfiniteQuery(followsOf(kind, id));
  const members = itemsOf(list.data);
  if (list.isPending)
    return (
      <>
        <p role="status" className="sr-only">
          {loading}
        </p>
        <MemberListSkeleton />
      </>
    );
  if (list.isError && members.length === 0)
    return (
      <div role="alert" className="grid justify-items-center gap-s3 py-s7 text-center">
        <p className="text-laterite-ink">{sentences.followsFetchFailed}</p>
        <Button kind="quiet" busy={list.isFetching && tryAgain} onClick={() => void list.refetch()}>
          {tryAgain}
        </Button>
      </div>
    );
  if (members.length === 0 && !list.hasNextPage)
    return (
      <EmptyState
        drawing="quiet"
        title={texts[kind].none}
        action={
          isOwn && (
            <Link to="/users" className={buttonClass({})}>
              {words.discover}
            </Link>
          )
        }
      >
        {isOwn && texts[kind].noneHint}
      </EmptyState>
    );
  const total = list.data?.pages[0]?.meta.total ?? members.length;
  return (
    <>
      <p role="status" className="directory-count">
        {texts[kind].count({ count: total })}
      </p>
      <MemberList
        members={members}
        label={loadMore}
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
        mayRemove={isOwn && kind === 'followers'}
      />
    </>
  );
}

const titles = { followers: words.followersTab, following: words.followingTab } as const satisfies Record<FollowKind, string>;

/** Navigation unmounts the profile, and the dialog with it. */
export const FollowListDialog = ({ kind, id, onClose }: { kind: FollowKind; id: string; onClose: () => void }) => (
  <Dialog title={titles[kind]} onClose={onClose}>
    <FollowList kind={kind} id={id} isOwn={false} />
  </Dialog>
);

const texts = {
  followers: { none: words.noFollowers, noneHint: words.noFollowersHint, count: words.followers },
  following: { none: words.noFollowing, noneHint: words.noFollowingHint, count: words.following },
} as const satisfies Record<FollowKind, object>;
