import { type ForumCategory, deleteForumCategory } from '@mbari/contract/forum/categories';
import * as words from '@mbari/words/forum-categories';
import { useQueryClient } from '@tanstack/react-query';
import { categoriesChanged } from '~/platform/lib/cache-events/forum-moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { DeleteIntoDialog } from '~/platform/ui/delete-into-dialog.tsx';

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
