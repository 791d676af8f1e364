import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Band, bandAround } from './rows-in-window.ts';

interface HungBand extends Band {
  /** The row in which the focus was when the band was last moved, by its key: it is not taken away. */
  focused?: string | undefined;
}

/**
 * Which part of a wall is to hang: two windows above and below what is seen, hung a little at a time between frames. Whoever jumps beyond
 * it finds what they look at there in the same frame.
 */
export function useWindowBand(wall: RefObject<HTMLElement | null>): HungBand {
  const [band, setBand] = useState<HungBand>(() => ({ from: 0, to: innerHeight }));
  const hung = useRef(band);
  useLayoutEffect(() => {
    hung.current = band;
  }, [band]);
  useLayoutEffect(() => {
    let asked: Band = { from: 0, to: 0 };
    const follow = (event?: Event) => {
      const element = wall.current;
      if (element === null) return;
      const top = -element.getBoundingClientRect().top;
      const next = bandAround(top, innerHeight, 2);
      if (next.from === asked.from && next.to === asked.to) return;
      asked = next;
      const focused = document.activeElement?.closest<HTMLElement>('.wall-row')?.dataset['row'];
      const seen = () => setBand({ ...bandAround(top, innerHeight, 0), focused });
      const isHung = hung.current.from <= Math.max(0, top) && hung.current.to >= top + innerHeight;
      if (!isHung && event) flushSync(seen);
      else if (!isHung) seen();
      const hang = () => startTransition(() => setBand({ ...next, focused }));
      if (event) hang();
      // What is seen has the line to itself at first.
      else setTimeout(() => asked === next && hang(), 1000);
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
