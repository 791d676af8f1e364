import { createExhibition } from '@mbari/contract/photos/exhibitions';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/exhibitions';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { exhibitionChanged } from '~/platform/lib/cache-events/exhibitions.ts';
import { call } from '~/platform/lib/call.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

/** Asks for the title of a new exhibition, and opens its draft. */
export function MakeExhibition({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { title: '' },
    check: ({ title }) => ({ ...(!hasVisibleText(title) && { title: [words.titleMissing] }) }),
    send: async (body) => {
      const { data } = await call(createExhibition, { body });
      exhibitionChanged(client, data);
      onClose();
      await navigate({ to: '/exhibitions/$id/{-$part}', params: { id: data.id } });
    },
    failed: words.saveFailed,
  });
  return (
    <FormDialog title={words.make} hint={words.makeHint} action={words.create} busy={busy && saving} onSubmit={onSubmit} onClose={onClose}>
      <TextField
        name="title"
        dir="auto"
        label={words.title}
        value={values.title}
        maxLength={limits.exhibitionTitle}
        error={errors['title']}
        onChange={({ target }) => change({ title: target.value })}
      />
    </FormDialog>
  );
}
