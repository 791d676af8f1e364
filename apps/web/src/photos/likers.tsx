import { listCommentLikes, listLikes } from '@mbari/contract/photos/likes';
import * as words from '@mbari/words/photos';
import * as uiWords from '@mbari/words/ui';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '~/platform/lib/call.ts';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { likersKey } from '~/platform/lib/query-keys.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

export interface LikedSubject {
  kind: 'photo' | 'comment';
  id: string;
}

const likesOf = ({ kind, id }: LikedSubject) =>
  infiniteQueryOptions({
    queryKey: likersKey(id),
    queryFn: ({ pageParam, signal }) =>
      call(kind === 'photo' ? listLikes : listCommentLikes, {
        params: { id },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Not cached, because likes change often.
    gcTime: 0,
  });

/** The members who liked a post or a comment, newest first. */
export function Likers({ subject, onClose }: { subject: LikedSubject; onClose: () => void }) {
  const likes = useInfiniteQuery(likesOf(subject));
  const members = itemsOf(likes.data);
  return (
    <Dialog title={words.likedBy} onClose={onClose}>
      {likes.isPending && (
        <div role="status" className="grid place-items-center py-s5">
          <Spinner size={24} />
          <span className="sr-only">{words.loadingLikers}</span>
        </div>
      )}
      {likes.isError && !likes.isFetchNextPageError && (
        <p role="alert" className="flex flex-wrap items-center gap-s2">
          {words.likersFailed}
          <Button kind="text" onClick={() => void likes.refetch()}>
            {uiWords.tryAgain}
          </Button>
        </p>
      )}
      {likes.isSuccess && members.length === 0 && <p className="py-s3 text-ink-quiet">{words.noLikers}</p>}
      <ul className="grid gap-s1">
        {members.map((member) => (
          <li key={member.id} className="liker">
            <Avatar src={member.avatar_url} size={40} />
            <div className="min-w-0">
              <p className="flex items-center gap-s1 font-semibold">
                <Link to="/user/$username" params={{ username: member.username }} className="liker-link truncate" dir="auto">
                  {member.name}
                </Link>
                <VerifiedBadge member={member} size={16} />
              </p>
              <p className="truncate text-t15 text-ink-meta">
                <bdi dir="ltr">@{member.username}</bdi>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {likes.isFetchNextPageError && (
        <p role="alert" className="mt-s3">
          {uiWords.moreFailed}
        </p>
      )}
      {likes.hasNextPage && (
        <Button
          kind="quiet"
          wide
          className="mt-s4"
          busy={likes.isFetchingNextPage && uiWords.loading}
          onClick={() => void likes.fetchNextPage()}
        >
          {uiWords.loadMore}
        </Button>
      )}
    </Dialog>
  );
}
