import { createInvitation } from '@mbari/contract/identity/invitations';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/invitations';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invitationsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { SelectField, TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';

interface NewInvitationDialogProps {
  maximum: { most_uses: number; most_days: number };
  onClose: () => void;
}

const dayChoices = [1, 7, 30, 90];

/** Creates an invitation and shows its link once. */
export function NewInvitationDialog({ maximum: { most_uses, most_days }, onClose }: NewInvitationDialogProps) {
  const client = useQueryClient();
  const [link, setLink] = useState<string>();
  const { busy, errors, onSubmit } = useForm({
    send: async ({ note = '', max_uses, days }) => {
      const created = await call(createInvitation, { body: { note: note.trim(), max_uses: Number(max_uses), days: Number(days) } });
      setLink(created.link);
      await invitationsChanged(client);
    },
    failed: words.makeFailed,
  });
  if (link !== undefined) return <LinkDialog link={link} onClose={onClose} />;
  return (
    <FormDialog
      title={words.newTitle}
      hint={words.newHint}
      action={words.make}
      busy={busy && words.making}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="note"
        dir="auto"
        label={<Phrase parts={words.note({ quiet: (text) => <span className="font-normal text-ink-meta">{text}</span> })} />}
        hint={words.noteHint}
        maxLength={limits.invitationNote}
        error={errors['note']}
      />
      <TextField
        name="max_uses"
        type="number"
        inputMode="numeric"
        label={words.howMany}
        min={1}
        max={most_uses}
        defaultValue={1}
        required
        error={errors['max_uses']}
      />
      <SelectField name="days" label={words.howLong} defaultValue={7} error={errors['days']}>
        {dayChoices
          .filter((days) => days <= most_days)
          .map((days) => (
            <option key={days} value={days}>
              {words.days({ count: days })}
            </option>
          ))}
      </SelectField>
    </FormDialog>
  );
}

function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog
      title={words.readyTitle}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {words.done}
          </Button>
          <Button onClick={() => void copyLink(link)}>{words.copy}</Button>
        </>
      }
    >
      <p className="mb-s4">{words.readyHint}</p>
      <TextField label={words.link} value={link} readOnly dir="ltr" onFocus={({ currentTarget }) => currentTarget.select()} />
    </Dialog>
  );
}
