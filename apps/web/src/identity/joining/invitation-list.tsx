import { type Invitation, revokeInvitation } from '@mbari/contract/identity/invitations';
import * as words from '@mbari/words/invitations';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invitationsChanged } from '~/platform/lib/cache-events/invitations.ts';
import { call } from '~/platform/lib/call.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmAction } from '~/platform/ui/confirm-action.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { Row } from '~/platform/ui/section.tsx';
import { type InvitationScope, invitationList } from './invitation-queries.ts';
import { InvitedDialog } from './invited-dialog.tsx';

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
