import * as words from '@mbari/words/announcements';
import { AdminFrame } from '~/features/admin/admin-frame.tsx';
import { AnnouncementList } from '~/features/announcements/announcement-list.tsx';
import { useLazyDialog } from '~/lib/use-lazy-dialog.ts';
import { Button } from '~/ui/button.tsx';

/** What everybody reads at the top of every page. */
export function AdminAnnouncementsPage() {
  return <AdminFrame title={words.announcements}>{() => <Announcements />}</AdminFrame>;
}

function Announcements() {
  const addition = useLazyDialog(async () => (await import('~/features/announcements/announcement-dialog.tsx')).AnnouncementDialog);
  return (
    <div className="admin-narrow">
      <p className="mb-s4 text-ink-quiet">{words.lead}</p>
      <Button onClick={addition.open}>{words.newOne}</Button>
      <AnnouncementList />
      {addition.Dialog && <addition.Dialog onClose={addition.close} />}
    </div>
  );
}
