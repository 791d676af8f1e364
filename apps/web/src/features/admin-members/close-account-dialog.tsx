import { closeMemberAccount } from '@mbari/contract/admin-members';
import * as words from '@mbari/words/admin';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { accountChanged } from '~/lib/cache-events/accounts.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';

/** Closes an account at its member's request. */
export function CloseAccountDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { busy, onSubmit } = useForm({
    send: async () => {
      await call(closeMemberAccount, { params: { id } });
      toast.success(words.done);
      onClose();
      await accountChanged(client, id);
    },
    onFailure: (error) => {
      toast.error(wordsOf(error, words.failed));
    },
  });
  return (
    <FormDialog
      title={words.closeTitle}
      hint={words.closeHint}
      action={words.close.replace('…', '')}
      busy={busy && saving}
      danger
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
