import { type Account, changeRole, closeMemberAccount, grantMemberPlan } from '@mbari/contract/community/admin-members';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/admin';
import { saving } from '@mbari/words/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ConfirmWithPassword } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethods } from '~/identity/security/security-queries.ts';
import { accountChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { ConfirmAction, FormDialog } from '~/platform/ui/form-dialog.tsx';

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

/** Grants a plan until the end of a day, or without an end. */
export function GrantDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { name: 'Premium', ends_at: '' },
    send: async ({ name, ends_at }) => {
      await call(grantMemberPlan, {
        params: { id },
        body: { name, ends_at: ends_at === '' ? null : new Date(`${ends_at}T23:59:59`).toISOString() },
      });
      onClose();
      void accountChanged(client, id);
    },
    done: words.done,
    failed: words.failed,
  });
  return (
    <FormDialog title={words.grantTitle} action={words.grantTitle} busy={busy && saving} onSubmit={onSubmit} onClose={onClose}>
      <TextField
        name="name"
        label={words.grantName}
        maxLength={limits.planName}
        value={values.name}
        error={errors['name']}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextField
        name="ends_at"
        type="date"
        label={words.grantUntil}
        hint={words.grantHint}
        value={values.ends_at}
        error={errors['ends_at']}
        onChange={({ currentTarget }) => change({ ends_at: currentTarget.value })}
      />
    </FormDialog>
  );
}

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
