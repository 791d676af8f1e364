'use no memo';

import * as words from '@mbari/words/forum-post-pages';

export function PostsSkeleton() {
  return (
    <div role="status" className="topic-skeleton">
      <span className="sr-only">{words.loadingPosts}</span>
      {[0, 1, 2].map((post) => (
        <div key={post} aria-hidden="true">
          <i />
          <b />
          <b />
          <b />
        </div>
      ))}
    </div>
  );
}
