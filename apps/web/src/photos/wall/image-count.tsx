'use no memo';

import * as words from '@mbari/words/wall';

export function ImageCount({ count }: { count: number }) {
  return (
    count > 1 && (
      <span className="wall-several">
        <span dir="ltr" aria-hidden="true">
          1 / {count}
        </span>
        <span className="sr-only">{words.ofImages({ count })}</span>
      </span>
    )
  );
}
