import { type Passkey, renamePasskey } from '@mbari/contract/identity/passkeys';
import * as limits from '@mbari/contract/platform/limits';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/passkeys';
import * as sentences from '@mbari/words/sentences';
import { save, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient();
  const { onSubmit, busy, errors } = useForm({
    send: async ({ name = '' }) => {
      await call(renamePasskey, { params: { id: passkey.id }, body: { name } });
      onClose();
      void signInMethodsChanged(client);
    },
    done: answers.passkeyRenamed,
    failed: sentences.somethingWrong,
  });
  return (
    <FormDialog title={words.renameTitle} action={save} busy={busy && saving} onSubmit={onSubmit} onClose={onClose}>
      <TextField
        label={words.name}
        name="name"
        defaultValue={passkey.name}
        maxLength={limits.passkeyName}
        autoComplete="off"
        dir="auto"
        required
        error={errors['name']}
      />
    </FormDialog>
  );
}
