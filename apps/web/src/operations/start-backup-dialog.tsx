import { startBackup } from '@mbari/contract/operations/system';
import * as words from '@mbari/words/system';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ConfirmWithPassword } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethods } from '~/identity/security/security-queries.ts';
import { call } from '~/platform/lib/call.ts';
import { systemKey } from '~/platform/lib/query-keys.ts';
import { toast } from '~/platform/lib/toast.ts';

export function StartBackupDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data: security } = useQuery(signInMethods);
  if (!security) return null;
  return (
    <ConfirmWithPassword
      title={words.backUpNow}
      owner={{ hasPassword: security.has_password, email: security.email }}
      action={words.backUpNow}
      busyWords={words.sending}
      onClose={onClose}
      onConfirm={async (body) => {
        await call(startBackup, { body });
        toast.success(words.backupStarted);
        onClose();
        await client.invalidateQueries({ queryKey: systemKey });
      }}
    >
      <p>{words.backUpHint}</p>
    </ConfirmWithPassword>
  );
}
