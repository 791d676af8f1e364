import type { Image } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/comparison';
import { ChevronsLeftRight } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import './comparison.css';

/** Covers a part of the photo below with its earlier version. A slider moves the border between them. */
export function Comparison({ earlier, sizes }: { earlier: Image; sizes: string }) {
  const [before, setBefore] = useState(50);
  return (
    <div className="comparison" style={{ '--before': `${before}%` } as CSSProperties}>
      <span className="comparison-name comparison-after" aria-hidden="true">
        {words.after}
      </span>
      <div className="comparison-before">
        <div className="comparison-earlier">
          <Picture image={earlier} sizes={sizes} first title={words.before} letterboxed />
          <span className="comparison-name" aria-hidden="true">
            {words.before}
          </span>
        </div>
      </div>
      <input
        type="range"
        aria-label={words.label}
        aria-valuetext={words.value({ before: before / 100 })}
        value={before}
        onChange={({ currentTarget }) => setBefore(currentTarget.valueAsNumber)}
        // Dragging the slider is not a swipe to the next post.
        onTouchStart={(event) => event.stopPropagation()}
      />
      <span className="comparison-handle" aria-hidden="true">
        <ChevronsLeftRight size={20} strokeWidth={1.8} />
      </span>
    </div>
  );
}
