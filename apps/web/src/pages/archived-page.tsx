import * as words from '@mbari/words/archived-posts';
import { useEffect } from 'react';
import { ArchivedWall } from '~/photos/archived-wall.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import '~/photos/own-list.css';

export function ArchivedPage() {
  useEffect(() => setPageTitle(words.archived), []);
  return (
    <div className="own-list">
      <h1 className="display-large">{words.archived}</h1>
      <p className="own-list-lead">{words.lead}</p>
      <ArchivedWall />
    </div>
  );
}
