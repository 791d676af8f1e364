'use no memo';

import * as words from '@mbari/words/ui';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface LoadMoreButtonProps {
  label: string;
  busy: boolean;
  /** The last page failed to load, so the button does not retry automatically. */
  failed: boolean;
  onLoad: () => void;
}

/** Button that loads the next page, also automatically near the end of the list. */
export function LoadMoreButton({ label, busy, failed, onLoad }: LoadMoreButtonProps) {
  const element = useRef<HTMLDivElement>(null);
  // Replaces the element after each page, unless focused, because the browser would anchor the scroll position to it.
  const [turn, setTurn] = useState({ number: 0, busy, focused: false });
  if (turn.busy !== busy) setTurn({ ...turn, busy, number: busy || turn.focused ? turn.number : turn.number + 1 });
  // Observes again for each page, because after a jump to the end the button may never leave the window.
  useEffect(() => {
    if (element.current === null || failed || busy) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onLoad(), { rootMargin: '1200px 0px' });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [failed, busy, onLoad]);
  return (
    <div
      key={turn.number}
      ref={element}
      className="flex flex-col items-center gap-s2 py-s5"
      onFocus={() => setTurn({ ...turn, focused: true })}
      onBlur={() => setTurn({ ...turn, focused: false })}
    >
      {failed && <p role="alert">{words.moreFailed}</p>}
      <Button kind="quiet" busy={busy && words.loading} onClick={onLoad}>
        {label}
      </Button>
    </div>
  );
}
