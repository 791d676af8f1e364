'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/wall';

/** Posts of one member folded behind a photo. */
export interface Stack {
  behind: readonly Photo[];
  open: boolean;
}

interface StackButtonProps {
  photo: Photo;
  stack: Stack;
  /** Ratio of the photo above the button. */
  ratio: number;
  onPress: () => void;
}

/** Opens or closes the stack: 'and 4 more by Ada'. */
export function StackButton({ photo: { user }, stack: { behind, open }, ratio, onPress }: StackButtonProps) {
  return (
    <div className="stack" style={{ aspectRatio: ratio }}>
      <button type="button" className="stack-button" aria-expanded={open} onClick={onPress}>
        <span dir="auto">{(open ? words.fold : words.unfold)({ count: behind.length, author: user.name })}</span>
      </button>
    </div>
  );
}
