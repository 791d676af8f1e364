import { createCategory, deleteCategory, type ListedCategory, updateCategory } from '@mbari/contract/photos/categories';
import * as limits from '@mbari/contract/platform/limits';
import * as shared from '@mbari/words/forum-categories';
import * as words from '@mbari/words/photo-categories';
import { save, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { photoCategoriesChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { DeleteIntoDialog } from '~/platform/ui/delete-into-dialog.tsx';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

type Written = Pick<ListedCategory, 'name'>;
const valuesOf = ({ name }: ListedCategory): Written => ({ name });
const fields: SharedFields<Written> = { name: { label: shared.name, text: String } };

export function PhotoCategoryDialog({ category, onClose }: { category?: ListedCategory; onClose: () => void }) {
  const client = useQueryClient();
  const edit = useSharedEdit({ read: category, valuesOf, fields });
  const { values, change, busy, errors, onSubmit, submit } = useForm<Written>({
    start: edit.base ? valuesOf(edit.base) : { name: '' },
    waits: edit.mustChoose,
    send: async (written) => {
      await edit.save(written, async (body, base) => {
        await (base
          ? call(updateCategory, { params: { id: base.id }, body: { ...body, version: base.version } })
          : call(createCategory, { body }));
      });
      await photoCategoriesChanged(client);
      onClose();
    },
    done: category ? shared.saved : shared.added,
    failed: shared.saveFailed,
  });
  return (
    <FormDialog
      title={category ? words.renameTitle : shared.addTitle}
      action={save}
      busy={busy && saving}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="name"
        dir="auto"
        autoComplete="off"
        label={shared.name}
        hint={category && words.renameHint}
        value={values.name}
        maxLength={limits.photoCategory}
        error={errors['name']}
        onChange={({ target }) => change({ name: target.value })}
      />
      <ConflictChoice shared={edit} {...{ values, change, submit }} />
    </FormDialog>
  );
}

interface DeletePhotoCategoryDialogProps {
  category: ListedCategory;
  listed: readonly ListedCategory[];
  onClose: () => void;
}

export function DeletePhotoCategoryDialog({ category, listed, onClose }: DeletePhotoCategoryDialogProps) {
  const client = useQueryClient();
  const { id, name, photos_count: count } = category;
  const otherCategories = listed.filter((other) => other.id !== id && !other.is_leaving);
  return (
    <DeleteIntoDialog
      question={words.deleteQuestion({ name, count })}
      isEmpty={count === 0}
      label={words.wherePhotosGo}
      targets={[...otherCategories, { id: 'none', name: words.noCategory }]}
      remove={async (query) => {
        await call(deleteCategory, { params: { id }, query });
        await photoCategoriesChanged(client);
      }}
      onClose={onClose}
    />
  );
}
