import * as words from '@mbari/words/saved-posts';
import { saved } from '@mbari/words/shell';
import { SavedWall } from '~/features/saved-posts/saved-wall.tsx';
import '~/features/saved-posts/saved-posts.css';

/** What the member saved for themselves. */
export function SavedPage() {
  return (
    <div className="saved">
      <h1 className="display-large">{saved}</h1>
      <p className="saved-lead">{words.lead}</p>
      <SavedWall />
    </div>
  );
}
