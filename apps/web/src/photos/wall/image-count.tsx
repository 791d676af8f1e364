'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/wall';

export function ImageCount({ photo: { images, is_comparison } }: { photo: Photo }) {
  const count = images.length;
  return (
    count > 1 && (
      <span className="wall-several">
        {is_comparison ? (
          words.beforeAfter
        ) : (
          <>
            <span dir="ltr" aria-hidden="true">
              1 / {count}
            </span>
            <span className="sr-only">{words.ofImages({ count })}</span>
          </>
        )}
      </span>
    )
  );
}
