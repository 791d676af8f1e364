import { type Announcement, listAnnouncements } from '@mbari/contract/community/announcements';
import * as words from '@mbari/words/announcements';
import { date } from '@mbari/words/format';
import { useInfiniteQuery, infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { announcementsKey } from '~/platform/lib/query-keys.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import './announcements.css';

export function AnnouncementList() {
  const list = useInfiniteQuery(announcementPages);
  return (
    <PagedRows
      list={list}
      failed={words.loadFailed}
      empty={{ drawing: 'quiet', title: words.none, hint: words.noneHint }}
      className="announcement-rows"
    >
      {(announcement) => <AnnouncementRow announcement={announcement} />}
    </PagedRows>
  );
}

function AnnouncementRow({ announcement }: { announcement: Announcement }) {
  const { text, state } = announcement;
  const edit = useLazyDialog(async () => (await import('./announcement-dialogs.tsx')).AnnouncementDialog);
  const removal = useLazyDialog(async () => (await import('./announcement-dialogs.tsx')).RemoveAnnouncementDialog);
  return (
    <div className="announcement-row" data-state={state}>
      <p className="max-w-(--measure) [overflow-wrap:anywhere] whitespace-pre-line" dir="auto">
        {text}
      </p>
      <p className="text-t15 text-ink-meta">{describePeriod(announcement)}</p>
      <div className="flex flex-wrap gap-s3">
        <Button kind="quiet" onClick={edit.open}>
          {words.edit}
        </Button>
        <Button kind="text" onClick={removal.open}>
          {words.remove}
        </Button>
      </div>
      {edit.Dialog && <edit.Dialog announcement={announcement} onClose={edit.close} />}
      {removal.Dialog && <removal.Dialog id={announcement.id} onClose={removal.close} />}
    </div>
  );
}

function describePeriod({ state, begins_at, ends_at }: Announcement): string {
  const begins = { date: formatTime(begins_at) };
  return [
    { coming: words.coming, current: words.current, over: words.over }[state],
    state === 'coming' ? words.from(begins) : words.since(begins),
    ...(ends_at === null ? [] : [words.until({ date: formatTime(ends_at) })]),
  ].join(' · ');
}

const formatTime = (time: string): string => date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' });

const announcementPages = infiniteQueryOptions({
  queryKey: announcementsKey,
  queryFn: ({ pageParam, signal }) => call(listAnnouncements, { query: { ...(pageParam !== null && { cursor: pageParam }) }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  staleTime: 0,
});
