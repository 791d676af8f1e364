import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Band, bandAround } from './rows-in-window.ts';

interface RenderedBand extends Band {
  /** Key of the row with the focus, which stays rendered. */
  focused?: string | undefined;
}

/**
 * Returns the band to render: the window and two window heights above and below. Renders each band in a transition. After a
 * jump, renders the window itself in the same frame.
 */
export function useWindowBand(wall: RefObject<HTMLElement | null>): RenderedBand {
  const [band, setBand] = useState<RenderedBand>(() => ({ from: 0, to: innerHeight }));
  const rendered = useRef(band);
  useLayoutEffect(() => {
    rendered.current = band;
  }, [band]);
  useLayoutEffect(() => {
    let wanted: Band = { from: 0, to: 0 };
    const follow = (event?: Event) => {
      const element = wall.current;
      if (element === null) return;
      const top = -element.getBoundingClientRect().top;
      const next = bandAround(top, innerHeight, 2);
      if (next.from === wanted.from && next.to === wanted.to) return;
      wanted = next;
      const focused = document.activeElement?.closest<HTMLElement>('.wall-row')?.dataset['row'];
      const renderWindow = () => setBand({ ...bandAround(top, innerHeight, 0), focused });
      const isRendered = rendered.current.from <= Math.max(0, top) && rendered.current.to >= top + innerHeight;
      if (!isRendered && event) flushSync(renderWindow);
      else if (!isRendered) renderWindow();
      const renderBand = () => startTransition(() => setBand({ ...next, focused }));
      if (event) renderBand();
      // Delays the first band, so that visible images load first.
      else setTimeout(() => wanted === next && renderBand(), 1000);
    };
    follow();
    addEventListener('scroll', follow, { passive: true });
    addEventListener('resize', follow);
    return () => {
      removeEventListener('scroll', follow);
      removeEventListener('resize', follow);
    };
  }, [wall]);
  return band;
}
