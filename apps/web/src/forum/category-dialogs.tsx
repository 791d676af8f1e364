import { createForumCategory, deleteForumCategory, type ForumCategory, updateForumCategory } from '@mbari/contract/forum/categories';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-categories';
import { save, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { categoriesChanged } from '~/platform/lib/cache-events/forum.ts';
import { call } from '~/platform/lib/call.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { DeleteIntoDialog } from '~/platform/ui/delete-into-dialog.tsx';
import { TextArea, TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

type Written = Pick<ForumCategory, 'name' | 'description' | 'color'>;
const valuesOf = ({ name, description, color }: ForumCategory): Written => ({ name, description, color });
const fields: SharedFields<Written> = {
  name: { label: words.name, text: String },
  description: { label: words.description, text: String },
  color: { label: words.color, text: String },
};

export function CategoryDialog({ category, onClose }: { category?: ForumCategory; onClose: () => void }) {
  const client = useQueryClient();
  const colorId = useId();
  const shared = useSharedEdit({ read: category, valuesOf, fields });
  const { values, change, busy, errors, onSubmit, submit } = useForm<Written>({
    start: shared.base ? valuesOf(shared.base) : { name: '', description: '', color: '#8a5a2b' },
    waits: shared.mustChoose,
    send: async (written) => {
      await shared.save(written, async (body, base) => {
        await (base
          ? call(updateForumCategory, { params: { id: base.id }, body: { ...body, version: base.version } })
          : call(createForumCategory, { body }));
      });
      await categoriesChanged(client);
      onClose();
    },
    done: category ? words.saved : words.added,
    failed: words.saveFailed,
  });
  return (
    <FormDialog
      title={category ? words.editTitle : words.addTitle}
      action={save}
      busy={busy && saving}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="name"
        dir="auto"
        label={words.name}
        value={values.name}
        maxLength={limits.forumCategory}
        error={errors['name']}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextArea
        name="description"
        rows={3}
        label={words.description}
        value={values.description}
        maxLength={limits.forumDescription}
        error={errors['description']}
        onChange={({ target }) => change({ description: target.value })}
      />
      <div>
        <label htmlFor={colorId} className="text-t15 mb-1 block font-semibold">
          {words.color}
        </label>
        <input
          id={colorId}
          type="color"
          name="color"
          className="color-field"
          value={values.color}
          onChange={({ target }) => change({ color: target.value })}
        />
      </div>
      <ConflictChoice {...{ shared, values, change, submit }} />
    </FormDialog>
  );
}

interface DeleteCategoryDialogProps {
  category: ForumCategory;
  categories: readonly ForumCategory[];
  onClose: () => void;
}

export function DeleteCategoryDialog({ category, categories, onClose }: DeleteCategoryDialogProps) {
  const client = useQueryClient();
  const { id, name, topics_count: count } = category;
  return (
    <DeleteIntoDialog
      question={words.deleteQuestion({ name, count })}
      isEmpty={count === 0}
      label={words.whereTopicsGo}
      targets={categories.filter((other) => other.id !== id)}
      remove={async (query) => {
        await call(deleteForumCategory, { params: { id }, query });
        await categoriesChanged(client);
      }}
      onClose={onClose}
    />
  );
}
