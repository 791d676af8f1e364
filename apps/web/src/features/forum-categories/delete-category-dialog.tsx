import { deleteForumCategory } from '@mbari/contract/forum-categories';
import type { ForumCategory } from '@mbari/contract/shapes/forum-categories';
import * as words from '@mbari/words/forum-categories';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { categoriesChanged } from '~/lib/cache-events/forum-moderation.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { SelectField } from '~/ui/field.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';

interface DeleteCategoryDialogProps {
  category: ForumCategory;
  categories: readonly ForumCategory[];
  onClose: () => void;
}

/** Deletes a category. Asks where its topics go, as there may be some that the admin is not shown. */
export function DeleteCategoryDialog({ category, categories, onClose }: DeleteCategoryDialogProps) {
  const client = useQueryClient();
  const { name, topics_count: count } = category;
  const [asksWhere, setAsksWhere] = useState(count > 0);
  const others = categories.filter(({ id }) => id !== category.id);
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { move_to: others[0]?.id ?? '' },
    send: async ({ move_to }) => {
      await call(deleteForumCategory, { params: { id: category.id }, query: asksWhere ? { move_to } : {} });
      await categoriesChanged(client);
      toast.success(words.deleted);
      onClose();
    },
    onFailure: (error) => {
      if (error instanceof CallRefused && error.code === 'not_empty') setAsksWhere(true);
      toast.error(wordsOf(error, words.deleteFailed));
    },
  });
  return (
    <FormDialog
      title={words.deleteTitle}
      hint={words.deleteQuestion({ name, count })}
      action={words.deleteButton}
      busy={busy && words.deleting}
      danger
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {asksWhere && others.length > 0 && (
        <SelectField
          name="move_to"
          label={words.whereTopicsGo}
          value={values.move_to}
          error={errors['move_to']}
          onChange={({ target }) => change({ move_to: target.value })}
        >
          {others.map(({ id, name: other }) => (
            <option key={id} value={id}>
              {other}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}
