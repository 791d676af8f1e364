import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '~/ui/button.tsx';

interface LoadMoreButtonProps {
  words: string;
  busy: boolean;
  /** The last try failed: the reader decides when to try again. */
  failed: boolean;
  onLoad: () => void;
}

/** A button that presses itself when the end comes near. */
export function LoadMoreButton({ words, busy, failed, onLoad }: LoadMoreButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    if (place.current === null || failed || busy) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '1200px 0px' });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [failed, busy]);
  return (
    <div ref={place} className="flex flex-col items-center gap-s2 py-s5">
      {failed && <p role="alert">The next ones could not be loaded.</p>}
      <Button kind="quiet" busy={busy && 'Loading...'} onClick={onLoad}>
        {words}
      </Button>
    </div>
  );
}
