import { revokeInvitation } from '@mbari/contract/invitations';
import type { Invitation } from '@mbari/contract/shapes/invitations';
import * as words from '@mbari/words/invitations';
import { useQueryClient } from '@tanstack/react-query';
import { useTransition } from 'react';
import { invitationsChanged } from '~/lib/cache-events/invitations.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { ConfirmDialog } from '~/ui/dialog.tsx';

export function EndInvitationDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const client = useQueryClient();
  const [busy, start] = useTransition();
  const end = () =>
    start(async () => {
      try {
        await call(revokeInvitation, { params: { id: invitation.id } });
        toast.success(words.ended);
        onClose();
      } catch (error) {
        toast.error(wordsOf(error, words.endFailed));
      }
      await invitationsChanged(client);
    });
  return (
    <ConfirmDialog
      title={words.endTitle}
      question={words.endQuestion}
      action={words.end}
      busy={busy && words.ending}
      onConfirm={end}
      onClose={onClose}
    />
  );
}
