import { deleteAnnouncement } from '@mbari/contract/announcements';
import * as words from '@mbari/words/announcements';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { announcementsChanged } from '~/platform/lib/cache-events/announcements.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { ConfirmAction } from '~/platform/ui/confirm-action.tsx';

/** Takes an announcement down. */
export function RemoveAnnouncementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmAction
      title={words.removeTitle}
      question={words.removeQuestion}
      action={words.takeDown}
      busy={saving}
      failed={words.failed}
      act={async () => {
        await call(deleteAnnouncement, { params: { id } });
        toast.success(words.done);
        void announcementsChanged(client);
      }}
      onClose={onClose}
    />
  );
}
