import { moveTopic } from '@mbari/contract/forum/moderation';
import type { Topic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-moderation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { forumCategories } from '~/forum/category-queries.ts';
import { topicModerated } from '~/platform/lib/cache-events/forum.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { CategorySelect } from './category-select.tsx';

export function MoveDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const client = useQueryClient();
  const { data: categories = [] } = useQuery(forumCategories);
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { category_id: topic.category.id },
    send: async (body) => {
      await call(moveTopic, { params: { id: topic.id }, body });
      await topicModerated(client, topic.id);
      toast.success(words.moved({ category: categories.find(({ id }) => id === body.category_id)?.name ?? '' }));
      onClose();
    },
    failed: words.actionFailed,
  });
  return (
    <FormDialog title={words.moveTitle} action={words.moveButton} busy={busy && words.moving} onSubmit={onSubmit} onClose={onClose}>
      <CategorySelect value={values.category_id} error={errors['category_id']} onChange={(id) => change({ category_id: id })} />
    </FormDialog>
  );
}
