import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import { saving } from '@mbari/words/ui';
import { useForm } from '~/platform/lib/use-form.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

interface MakeDialogProps {
  words: { make: string; hint?: string; title: string; titleMissing: string; create: string; saveFailed: string };
  maxLength: number;
  /** Creates it and opens its page. */
  onMake: (title: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the title of a new series or exhibition. */
export function MakeDialog({ words, maxLength, onMake, onClose }: MakeDialogProps) {
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { title: '' },
    check: ({ title }) => ({ ...(!hasVisibleText(title) && { title: [words.titleMissing] }) }),
    send: async ({ title }) => {
      await onMake(title);
      onClose();
    },
    failed: words.saveFailed,
  });
  return (
    <FormDialog
      title={words.make}
      {...(words.hint !== undefined && { hint: words.hint })}
      action={words.create}
      busy={busy && saving}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="title"
        dir="auto"
        label={words.title}
        value={values.title}
        maxLength={maxLength}
        error={errors['title']}
        onChange={({ target }) => change({ title: target.value })}
      />
    </FormDialog>
  );
}
