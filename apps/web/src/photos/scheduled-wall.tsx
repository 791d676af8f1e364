import { listScheduledPosts } from '@mbari/contract/photos/archive';
import * as words from '@mbari/words/archived-posts';
import { call } from '~/platform/lib/call.ts';
import { scheduledPostsKey } from '~/platform/lib/query-keys.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { OwnList } from './own-list.tsx';

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
    />
  );
}
