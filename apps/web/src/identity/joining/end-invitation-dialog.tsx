import { revokeInvitation } from '@mbari/contract/invitations';
import type { Invitation } from '@mbari/contract/shapes/invitations';
import * as words from '@mbari/words/invitations';
import { useQueryClient } from '@tanstack/react-query';
import { invitationsChanged } from '~/platform/lib/cache-events/invitations.ts';
import { call } from '~/platform/lib/call.ts';
import { ConfirmAction } from '~/platform/ui/confirm-action.tsx';

export function EndInvitationDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
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
