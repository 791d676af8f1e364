import * as words from '@mbari/words/saved-posts';
import { saved } from '@mbari/words/shell';
import { SavedWall } from '~/photos/saved-wall.tsx';
import '~/photos/own-list.css';

export default function SavedPage() {
  return (
    <div className="own-list">
      <h1 className="display-large">{saved}</h1>
      <p className="own-list-lead">{words.lead}</p>
      <SavedWall />
    </div>
  );
}
