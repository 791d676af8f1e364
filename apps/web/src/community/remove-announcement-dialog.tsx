import { deleteAnnouncement } from '@mbari/contract/community/announcements';
import * as words from '@mbari/words/announcements';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { announcementsChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';

export function RemoveAnnouncementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmAction
      title={words.removeTitle}
      question={words.removeQuestion}
      action={words.takeDown}
      busy={saving}
      failed={words.failed}
      done={words.done}
      act={async () => {
        await call(deleteAnnouncement, { params: { id } });
        void announcementsChanged(client);
      }}
      onClose={onClose}
    />
  );
}
