import { listSavedPosts } from '@mbari/contract/photos/feed';
import * as words from '@mbari/words/saved-posts';
import { saved } from '@mbari/words/shell';
import { Link } from '@tanstack/react-router';
import { call } from '~/platform/lib/call.ts';
import { savedPostsKey } from '~/platform/lib/query-keys.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { OwnList } from './own-list.tsx';
import { SaveButton } from './save-button.tsx';

/** The viewer's saved posts, saved last first. A removed post stays on the page, to be saved again, until the list is reopened. */
export function SavedWall() {
  return (
    <OwnList
      queryKey={savedPostsKey}
      read={(request) => call(listSavedPosts, request)}
      name={saved}
      empty={<NothingSaved />}
      end={words.end}
      loadFailed={words.loadFailed}
      Action={SaveButton}
    />
  );
}

function NothingSaved() {
  return (
    <EmptyState
      drawing="hanging"
      title={words.empty}
      action={
        <Link to="/discover" className={buttonClass({})}>
          {words.discoverPhotos}
        </Link>
      }
    >
      {words.emptyHint}
    </EmptyState>
  );
}
