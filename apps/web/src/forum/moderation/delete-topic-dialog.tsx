import { restoreTopic } from '@mbari/contract/forum/moderation';
import { deleteTopic, type Topic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-moderation';
import { deleting } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { topicGone, topicModerated } from '~/platform/lib/cache-events/forum.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';

/** Organisers can undo the deletion while the toast is shown. */
export function DeleteTopicDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayUndo = topic.viewer.may_moderate;
  const params = { id: topic.id };
  const toastId = `deleted ${topic.id}`;
  const restore = async () => {
    try {
      await call(restoreTopic, { params, body: {} });
      toast.success(words.restored, { id: toastId });
      await topicModerated(client, topic.id);
      await navigate({ to: '/forum/t/$id/{-$slug}/{-$number}', params: { id: topic.id, slug: topic.slug } });
    } catch (error) {
      toast.error(errorMessage(error, words.actionFailed), { id: toastId });
    }
  };
  const remove = async () => {
    await call(deleteTopic, { params });
    onClose();
    await navigate({ to: '/forum/c/$slug', params: { slug: topic.category.slug } });
    topicGone(client, topic.id);
    toast.blank(
      <span className="flex flex-wrap items-center gap-s3">
        {words.deleted}
        {mayUndo && (
          <Button kind="text" onClick={() => void restore()}>
            {words.undo}
          </Button>
        )}
      </span>,
      { id: toastId },
    );
  };
  return (
    <ConfirmAction
      title={words.deleteTopic}
      question={mayUndo ? words.deleteQuestion : words.deleteOwnQuestion}
      action={words.deleteTopic}
      busy={deleting}
      failed={words.actionFailed}
      // Delays refetches until `topicGone` has removed the topic.
      act={() => asOnePress(`delete ${topic.id}`, remove)}
      onClose={onClose}
    />
  );
}
