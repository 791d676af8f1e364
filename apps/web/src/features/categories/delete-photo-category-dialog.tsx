import { deleteCategory } from '@mbari/contract/category-removal';
import type { ListedCategory } from '@mbari/contract/shapes/categories';
import * as shared from '@mbari/words/forum-categories';
import * as words from '@mbari/words/photo-categories';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { photoCategoriesChanged } from '~/lib/cache-events/photo-categories.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { SelectField } from '~/ui/field.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';

interface DeletePhotoCategoryDialogProps {
  category: ListedCategory;
  listed: readonly ListedCategory[];
  onClose: () => void;
}

/** Deletes a photo category. Asks where its photos go, as there may be some that the admin is not shown. */
export function DeletePhotoCategoryDialog({ category, listed, onClose }: DeletePhotoCategoryDialogProps) {
  const client = useQueryClient();
  const { name, photos_count: count } = category;
  const [asksWhere, setAsksWhere] = useState(count > 0);
  const others = listed.filter(({ id, is_leaving }) => id !== category.id && !is_leaving);
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { move_to: others[0]?.id ?? 'none' },
    send: async ({ move_to }) => {
      await call(deleteCategory, { params: { id: category.id }, query: asksWhere ? { move_to } : {} });
      await photoCategoriesChanged(client);
      toast.success(shared.deleted);
      onClose();
    },
    onFailure: (error) => {
      if (error instanceof CallRefused && error.code === 'not_empty') setAsksWhere(true);
      toast.error(wordsOf(error, shared.deleteFailed));
    },
  });
  return (
    <FormDialog
      title={shared.deleteTitle}
      hint={words.deleteQuestion({ name, count })}
      action={shared.deleteButton}
      busy={busy && shared.deleting}
      danger
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {asksWhere && (
        <SelectField
          name="move_to"
          label={words.wherePhotosGo}
          value={values.move_to}
          error={errors['move_to']}
          onChange={({ target }) => change({ move_to: target.value })}
        >
          {others.map(({ id, name: other }) => (
            <option key={id} value={id}>
              {other}
            </option>
          ))}
          <option value="none">{words.noCategory}</option>
        </SelectField>
      )}
    </FormDialog>
  );
}
