import { listArchivedPosts, listScheduledPosts } from '@mbari/contract/photos/archive';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/archived-posts';
import { date } from '@mbari/words/format';
import { CalendarClock } from 'lucide-react';
import { call } from '~/platform/lib/call.ts';
import { archivedPostsKey, scheduledPostsKey } from '~/platform/lib/query-keys.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { OwnList } from './own-list.tsx';

/** The viewer's archived posts, newest first. */
export function ArchivedWall() {
  return (
    <OwnList
      queryKey={archivedPostsKey}
      read={(request) => call(listArchivedPosts, request)}
      name={words.archived}
      empty={
        <EmptyState drawing="hanging" title={words.empty}>
          {words.emptyHint}
        </EmptyState>
      }
      end={words.end}
      loadFailed={words.loadFailed}
    />
  );
}

/** The viewer's scheduled posts, the next one first. One page has all. */
export function ScheduledWall() {
  return (
    <OwnList
      queryKey={scheduledPostsKey}
      read={async ({ signal }) => ({ ...(await call(listScheduledPosts, { signal })), meta: { next_cursor: null } })}
      name={words.scheduledTab}
      empty={
        <EmptyState drawing="hanging" title={words.scheduledEmpty}>
          {words.scheduledEmptyHint}
        </EmptyState>
      }
      end={words.scheduledEnd}
      loadFailed={words.scheduledLoadFailed}
      Action={PublishedAt}
    />
  );
}

/** Lies on the photo, so that the list can be read as a calendar. */
function PublishedAt({ photo: { scheduled } }: { photo: Photo }) {
  if (scheduled === undefined) return null;
  return (
    <p className="wall-several scheduled-at">
      <CalendarClock size={16} strokeWidth={1.6} aria-hidden="true" />
      {date(new Date(scheduled.at), { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })}
    </p>
  );
}
