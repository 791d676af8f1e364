import { schedulePhoto } from '@mbari/contract/photos/archive';
import type { Photo } from '@mbari/contract/photos/posts';
import { failed, isScheduled } from '@mbari/words/archived-posts';
import { share } from '@mbari/words/composer';
import { changeTime } from '@mbari/words/photo-page';
import { uploaded } from '@mbari/words/sentences';
import { saveChanges, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { missingTime, toInstant } from '~/photos/composer/post-model.ts';
import { PublishTime } from '~/photos/composer/publish-time.tsx';
import { deletedPostLeft, postAdded } from '~/platform/lib/cache-events/photos.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { localTime } from '~/platform/lib/dates.ts';
import { postKey, scheduledPostsKey } from '~/platform/lib/query-keys.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { handleDeletedPost } from './handle-deleted-post.ts';

/** Changes the time of a scheduled post, or shares it now, under a new id. */
export function ScheduleDialog({ photo: { id, scheduled }, onClose }: { photo: Photo; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { publish_at: localTime(scheduled?.at) },
    check: missingTime,
    send: async ({ publish_at: local }) => {
      const { data } = await call(schedulePhoto, { params: { id }, body: { publish_at: local === '' ? null : toInstant(local) } });
      void client.invalidateQueries({ queryKey: scheduledPostsKey });
      onClose();
      toast.success(local === '' ? uploaded : isScheduled);
      if (data.id === id) {
        client.setQueryData(postKey(id), data);
        return;
      }
      postAdded(client, data);
      await navigate({ to: '/post/$id', params: { id: data.id }, replace: true });
      deletedPostLeft(client, id);
    },
    onFailure: (error) => {
      toast.error(errorMessage(error, failed));
      if (handleDeletedPost(client, id, error)) onClose();
    },
  });
  return (
    <FormDialog title={changeTime} action={values.publish_at === '' ? share : saveChanges} busy={busy && saving} {...{ onSubmit, onClose }}>
      <PublishTime value={values.publish_at} error={errors['publish_at']} onChange={(publish_at) => change({ publish_at })} />
    </FormDialog>
  );
}
