import type { Invitation } from '@mbari/contract/shapes/invitations';
import * as words from '@mbari/words/invitations';
import { loadMore } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadMoreButton } from '~/features/wall/load-more-button.tsx';
import { dayInSentence } from '~/lib/day-in-sentence.ts';
import { itemsOf } from '~/lib/items-of.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { invitedBy } from './invitation-queries.ts';

/** Who joined by an invitation, newest first. */
export function InvitedDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const title = invitation.note === null ? words.whoJoined : words.whoJoinedOf({ note: invitation.note });
  return (
    <Dialog title={title} onClose={onClose}>
      <Invited id={invitation.id} />
    </Dialog>
  );
}

function Invited({ id }: { id: string }) {
  const list = useInfiniteQuery(invitedBy(id));
  if (list.isPending)
    return (
      <div className="py-s5 text-center">
        <Spinner size={28} />
      </div>
    );
  if (list.data === undefined) return <FetchFailed message={words.loadFailed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  const people = itemsOf(list.data);
  // An invitation is used at registration; who has not verified their address yet is nobody to be named.
  if (people.length === 0) return <p>{words.nobodyJoined}</p>;
  return (
    <>
      <ul className="grid gap-s3">
        {people.map(({ id: member, name, username, avatar_url, joined_at }) => (
          <li key={member} className="flex items-center gap-s3">
            <Avatar src={avatar_url} size={36} />
            <span className="min-w-0 flex-1">
              <Link to="/user/$username" params={{ username }} className="link font-semibold [overflow-wrap:anywhere]">
                <span dir="auto">{name}</span>
              </Link>
              <span className="block text-t15 text-ink-meta">{dayInSentence(joined_at)}</span>
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMoreButton
          label={loadMore}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}
