import * as words from '@mbari/words/saved-posts';
import { saved } from '@mbari/words/shell';
import { SavedWall } from '~/photos/saved-wall.tsx';
import '~/photos/saved-posts.css';

export function SavedPage() {
  return (
    <div className="saved">
      <h1 className="display-large">{saved}</h1>
      <p className="saved-lead">{words.lead}</p>
      <SavedWall />
    </div>
  );
}
