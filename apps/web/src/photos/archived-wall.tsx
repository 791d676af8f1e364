import { listArchivedPosts } from '@mbari/contract/photos/archive';
import * as words from '@mbari/words/archived-posts';
import { call } from '~/platform/lib/call.ts';
import { archivedPostsKey } from '~/platform/lib/query-keys.ts';
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
