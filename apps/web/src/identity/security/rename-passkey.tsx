import * as limits from '@mbari/contract/limits';
import { renamePasskey } from '@mbari/contract/passkeys';
import type { Passkey } from '@mbari/contract/shapes/passkeys';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/passkeys';
import * as sentences from '@mbari/words/sentences';
import { cancel, save, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { waysInChanged } from '~/platform/lib/cache-events/security.ts';
import { call, wordsOf } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { TextField } from '~/platform/ui/field.tsx';

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient();
  const form = useId();
  const { onSubmit, busy, errors } = useForm({
    send: async ({ name = '' }) => {
      await call(renamePasskey, { params: { id: passkey.id }, body: { name } });
      onClose();
      toast.success(answers.passkeyRenamed);
      await waysInChanged(client);
    },
    onFailure: (error) => toast.error(wordsOf(error, sentences.somethingWrong)),
  });
  return (
    <Dialog
      title={words.renameTitle}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" form={form} busy={busy && saving}>
            {save}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={onSubmit} className="text-ink">
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
      </form>
    </Dialog>
  );
}
