import { type Invitation, listInvitations, listInvited, revokeInvitation } from '@mbari/contract/identity/invitations';
import * as words from '@mbari/words/invitations';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { invitationsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { invitationListKey, invitedKey } from '~/platform/lib/query-keys.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { Row } from '~/platform/ui/section.tsx';

export function InvitationList({ whose }: { whose: InvitationScope }) {
  const list = useInfiniteQuery(invitationList(whose));
  return (
    <PagedList
      list={list}
      failed={words.loadFailed}
      empty={
        <EmptyState drawing="letter" title={whose === 'own' ? words.empty : words.emptyAll}>
          {whose === 'own' && <p>{words.emptyHint}</p>}
        </EmptyState>
      }
    >
      {(invitations) => (
        <>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} showsInviter={whose === 'all'} />
          ))}
        </>
      )}
    </PagedList>
  );
}

const stateWords = { used: words.stateUsed, ended: words.stateEnded, revoked: words.stateRevoked };

function InvitationRow({ invitation, showsInviter }: { invitation: Invitation; showsInviter: boolean }) {
  const [openDialog, setOpenDialog] = useState<'end' | 'who'>();
  const { note, max_uses, used, state, expires_at, inviter } = invitation;
  const close = () => setOpenDialog(undefined);
  return (
    <Row
      title={<span dir="auto">{note ?? words.untitled}</span>}
      action={
        <>
          {used > 0 && (
            <Button kind="quiet" onClick={() => setOpenDialog('who')}>
              {words.whoJoined}
            </Button>
          )}
          {state === 'open' && (
            <Button kind="quiet" onClick={() => setOpenDialog('end')}>
              {words.end}
            </Button>
          )}
        </>
      }
    >
      {showsInviter && inviter && (
        <span className="block" dir="auto">
          {words.by({ name: inviter.name })}
        </span>
      )}
      <span className="flex flex-wrap gap-x-s3">
        <span>{words.usedOf({ used, max: max_uses })}</span>
        {state === 'open' ? (
          <span className="text-leaf">{words.until({ day: new Date(expires_at) })}</span>
        ) : (
          <span>{stateWords[state]}</span>
        )}
      </span>
      {openDialog === 'end' && <EndInvitationDialog invitation={invitation} onClose={close} />}
      {openDialog === 'who' && <InvitedDialog invitation={invitation} onClose={close} />}
    </Row>
  );
}

function EndInvitationDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmAction
      title={words.endTitle}
      question={words.endQuestion}
      action={words.end}
      busy={words.ending}
      failed={words.endFailed}
      done={words.ended}
      act={async () => {
        try {
          await call(revokeInvitation, { params: { id: invitation.id } });
        } finally {
          void invitationsChanged(client);
        }
      }}
      onClose={onClose}
    />
  );
}

function InvitedDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
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

export type InvitationScope = 'own' | 'all';

/** Invitations, newest first. Refetched on every mount, because people use them in the meantime. */
export const invitationList = (whose: InvitationScope) =>
  infiniteQueryOptions({
    queryKey: invitationListKey(whose),
    queryFn: ({ pageParam, signal }) =>
      call(listInvitations, { query: { whose, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

const invitedMembers = (id: string) =>
  infiniteQueryOptions({
    queryKey: invitedKey(id),
    queryFn: ({ pageParam, signal }) =>
      call(listInvited, { params: { id }, query: { ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });
