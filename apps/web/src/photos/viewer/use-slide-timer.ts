import { useEffect, useRef, useState } from 'react';

/** Milliseconds for which a photo is shown. */
export const photoTime = 8_000;

/** Calls `onEnd` some time after the slide has loaded, or after playing is resumed. Returns a callback for the load. */
export function useSlideTimer(slide: string | number, isPlaying: boolean, onEnd: () => void, milliseconds = photoTime): () => void {
  const [loaded, setLoaded] = useState<string | number>();
  const latest = useRef(onEnd);
  useEffect(() => void (latest.current = onEnd));
  const running = isPlaying && loaded === slide ? slide : null;
  useEffect(() => {
    if (running === null) return undefined;
    const timer = setTimeout(() => latest.current(), milliseconds);
    return () => clearTimeout(timer);
  }, [running, milliseconds]);
  return () => setLoaded(slide);
}
