import { type Account, changeRole } from '@mbari/contract/community/admin-members';
import * as words from '@mbari/words/admin';
import { saving } from '@mbari/words/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ConfirmWithPassword } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethods } from '~/identity/security/security-queries.ts';
import { accountChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';

/** Requires the admin's own password. */
export function ChangeRoleDialog({
  id,
  newRole,
  label,
  onClose,
}: {
  id: string;
  newRole: Account['role'];
  label: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { data: security } = useQuery(signInMethods);
  if (!security) return null;
  return (
    <ConfirmWithPassword
      title={words.changeRoleTitle}
      owner={{ hasPassword: security.has_password, email: security.email }}
      action={words.changeRole}
      busyWords={saving}
      onClose={onClose}
      onConfirm={async (confirmed) => {
        await call(changeRole, { params: { id }, body: { role: newRole, ...confirmed } });
        toast.success(words.done);
        onClose();
        await accountChanged(client, id);
      }}
    >
      <p>{words.changeRoleHint({ role: label })}</p>
    </ConfirmWithPassword>
  );
}
