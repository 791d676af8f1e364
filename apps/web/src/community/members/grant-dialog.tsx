import { grantMemberPlan } from '@mbari/contract/community/admin-members';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/admin';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { accountChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

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
