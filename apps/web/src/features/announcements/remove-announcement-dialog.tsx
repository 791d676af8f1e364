import { deleteAnnouncement } from '@mbari/contract/announcements';
import * as words from '@mbari/words/announcements';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { announcementsChanged } from '~/lib/cache-events/announcements.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';

/** Takes an announcement down. */
export function RemoveAnnouncementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { busy, onSubmit } = useForm({
    send: async () => {
      await call(deleteAnnouncement, { params: { id } });
      toast.success(words.done);
      onClose();
      await announcementsChanged(client);
    },
    onFailure: (error) => {
      toast.error(wordsOf(error, words.failed));
    },
  });
  return (
    <FormDialog
      title={words.removeTitle}
      hint={words.removeQuestion}
      action={words.remove.replace('…', '')}
      busy={busy && saving}
      danger
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
