import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button.tsx';

interface LoadMoreButtonProps {
  label: string;
  busy: boolean;
  /** The last try failed: the reader decides when to try again. */
  failed: boolean;
  onLoad: () => void;
}

/** A button that presses itself when the end comes near. */
export function LoadMoreButton({ label, busy, failed, onLoad }: LoadMoreButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  // Whoever waits at the end sees photos take the button's place, and a new one below them: nothing is pushed down the page. It stays
  // the same one only under the keyboard's focus.
  const [turn, setTurn] = useState({ number: 0, busy, held: false });
  if (turn.busy !== busy) setTurn({ ...turn, busy, number: busy || turn.held ? turn.number : turn.number + 1 });
  // Looked at anew whenever there is another page to load: who jumped to the new end meanwhile never left the old one.
  useEffect(() => {
    if (place.current === null || failed || busy) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onLoad(), { rootMargin: '1200px 0px' });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [failed, busy, onLoad]);
  return (
    <div
      key={turn.number}
      ref={place}
      className="flex flex-col items-center gap-s2 py-s5"
      onFocus={() => setTurn({ ...turn, held: true })}
      onBlur={() => setTurn({ ...turn, held: false })}
    >
      {failed && <p role="alert">The next ones could not be loaded.</p>}
      <Button kind="quiet" busy={busy && 'Loading...'} onClick={onLoad}>
        {label}
      </Button>
    </div>
  );
}
