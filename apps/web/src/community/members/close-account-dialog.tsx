import { closeMemberAccount } from '@mbari/contract/community/admin-members';
import * as words from '@mbari/words/admin';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { accountChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';

export function CloseAccountDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmAction
      title={words.closeTitle}
      question={words.closeHint}
      action={words.closeAccount}
      busy={saving}
      failed={words.failed}
      done={words.done}
      act={async () => {
        await call(closeMemberAccount, { params: { id } });
        void accountChanged(client, id);
      }}
      onClose={onClose}
    />
  );
}
