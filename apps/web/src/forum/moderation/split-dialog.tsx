import { splitTopic } from '@mbari/contract/forum/moderation';
import type { Topic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-moderation';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { forumPostsMoved } from '~/platform/lib/cache-events/forum.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { CategorySelect } from './category-select.tsx';
import type { ChosenPost } from './use-post-choice.ts';

interface SplitDialogProps {
  topic: Topic;
  posts: readonly ChosenPost[];
  onSplit: () => void;
  onClose: () => void;
}

export function SplitDialog({ topic, posts, onSplit, onClose }: SplitDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { title: '', category_id: topic.category.id },
    send: async (fields) => {
      const { data } = await call(splitTopic, { params: { id: topic.id }, body: { ...fields, post_ids: posts.map(({ id }) => id) } });
      toast.success(words.splitOff({ count: posts.length }));
      onClose();
      onSplit();
      await navigate({ to: '/forum/t/$id/{-$slug}/{-$number}', params: { id: data.id, slug: data.slug, number: '1' } });
      await forumPostsMoved(client, [topic.id, data.id]);
    },
    failed: words.actionFailed,
  });
  return (
    <FormDialog
      title={words.splitTitle}
      hint={words.splitHint({ count: posts.length })}
      action={words.splitConfirm}
      busy={busy && words.splitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="title"
        label={words.newTitle}
        value={values.title}
        maxLength={limits.forumTitle}
        error={errors['title']}
        onChange={({ target }) => change({ title: target.value })}
      />
      <CategorySelect value={values.category_id} error={errors['category_id']} onChange={(id) => change({ category_id: id })} />
    </FormDialog>
  );
}
