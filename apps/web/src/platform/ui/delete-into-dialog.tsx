import * as words from '@mbari/words/forum-categories';
import { deleting } from '@mbari/words/ui';
import { useState } from 'react';
import { CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { SelectField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

interface DeleteIntoDialogProps {
  question: string;
  /** False if the admin sees content in the category. The server checks the content they cannot see. */
  isEmpty: boolean;
  label: string;
  targets: readonly { id: string; name: string }[];
  remove: (target: { move_to?: string }) => Promise<unknown>;
  onClose: () => void;
}

/** Deletes a category, and asks where its content moves, because some of it may be hidden from the admin. */
export function DeleteIntoDialog({ question, isEmpty, label, targets, remove, onClose }: DeleteIntoDialogProps) {
  const [asksWhere, setAsksWhere] = useState(!isEmpty);
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { move_to: targets[0]?.id ?? '' },
    send: async ({ move_to }) => {
      await remove(asksWhere ? { move_to } : {});
      onClose();
    },
    done: words.deleted,
    onFailure: (error) => {
      if (error instanceof CallRefused && error.code === 'not_empty') setAsksWhere(true);
      toast.error(errorMessage(error, words.deleteFailed));
    },
  });
  return (
    <FormDialog
      title={words.deleteTitle}
      hint={question}
      action={words.deleteButton}
      busy={busy && deleting}
      danger
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {asksWhere && targets.length > 0 && (
        <SelectField
          name="move_to"
          label={label}
          value={values.move_to}
          error={errors['move_to']}
          onChange={({ target }) => change({ move_to: target.value })}
        >
          {targets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}
