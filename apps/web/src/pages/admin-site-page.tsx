import * as words from '@mbari/words/admin';
import * as announcementWords from '@mbari/words/announcements';
import { useQuery } from '@tanstack/react-query';
import { AdminFrame } from '~/community/admin-frame.tsx';
import { AnnouncementList } from '~/community/announcement-list.tsx';
import { LogoField } from '~/community/logo-field.tsx';
import { SiteForm, siteSettingsQuery } from '~/community/site-form.tsx';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

export function AdminSitePage() {
  return <AdminFrame title={words.appearance}>{() => <Settings />}</AdminFrame>;
}

function Settings() {
  const { data, isError, isFetching, refetch } = useQuery(siteSettingsQuery);
  if (data)
    return (
      <div className="admin-narrow">
        <p className="text-ink-quiet">{words.siteLead}</p>
        <SiteForm settings={data} />
        <LogoField logo={data.logo} />
      </div>
    );
  return isError ? (
    <FetchFailed message={words.siteFailed} busy={isFetching} onRetry={() => void refetch()} />
  ) : (
    <div className="py-s6 text-center">
      <Spinner size={28} />
    </div>
  );
}

export function AdminAnnouncementsPage() {
  return <AdminFrame title={announcementWords.announcements}>{() => <Announcements />}</AdminFrame>;
}

function Announcements() {
  const addition = useLazyDialog(async () => (await import('~/community/announcement-dialogs.tsx')).AnnouncementDialog);
  return (
    <div className="admin-narrow">
      <p className="mb-s4 text-ink-quiet">{announcementWords.lead}</p>
      <Button onClick={addition.open}>{announcementWords.newOne}</Button>
      <AnnouncementList />
      {addition.Dialog && <addition.Dialog onClose={addition.close} />}
    </div>
  );
}
