import { type ListedCategory, deleteCategory } from '@mbari/contract/photos/categories';
import * as words from '@mbari/words/photo-categories';
import { useQueryClient } from '@tanstack/react-query';
import { photoCategoriesChanged } from '~/platform/lib/cache-events/photo-categories.ts';
import { call } from '~/platform/lib/call.ts';
import { DeleteIntoDialog } from '~/platform/ui/delete-into-dialog.tsx';

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
