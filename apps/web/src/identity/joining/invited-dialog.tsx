import type { Invitation } from '@mbari/contract/identity/invitations';
import * as words from '@mbari/words/invitations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayInSentence } from '~/platform/lib/day-ago.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { invitedMembers } from './invitation-queries.ts';

export function InvitedDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const title = invitation.note === null ? words.whoJoined : words.whoJoinedOf({ note: invitation.note });
  return (
    <Dialog title={title} onClose={onClose}>
      <InvitedMemberList id={invitation.id} />
    </Dialog>
  );
}

function InvitedMemberList({ id }: { id: string }) {
  const list = useInfiniteQuery(invitedMembers(id));
  // The use count includes members with an unverified address. This list leaves them out.
  return (
    <PagedList list={list} failed={words.loadFailed} empty={<p>{words.nobodyJoined}</p>}>
      {(people) => (
        <ul className="grid gap-s3">
          {people.map(({ id: memberId, name, username, avatar_url, joined_at }) => (
            <li key={memberId} className="flex items-center gap-s3">
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
      )}
    </PagedList>
  );
}
