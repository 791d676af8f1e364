'use no memo';

import { type MouseEvent, useEffect, useRef } from 'react';
import './heart-burst.css';

const waitForSecond = 260;

/** Distinguishes one tap on a link from two. Delays a tap until no second tap can follow; mouse and keyboard open immediately. */
export function useDoubleTap({ onOpen, onDouble }: { onOpen: () => void; onDouble: () => void }) {
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return (event: MouseEvent) => {
    const touched = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';
    if (!touched || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (waiting.current === undefined) {
      waiting.current = setTimeout(() => {
        waiting.current = undefined;
        onOpen();
      }, waitForSecond);
      return;
    }
    clearTimeout(waiting.current);
    waiting.current = undefined;
    onDouble();
  };
}

const dabs = [0, 60, 120, 180, 240, 300];

/** Animation for a double tap. A new key replays it. */
export function HeartBurst() {
  return (
    <svg className="heart-burst" viewBox="-50 -50 100 100" fill="currentColor" aria-hidden="true">
      {dabs.map((angle) => (
        <g key={angle} transform={`rotate(${angle})`}>
          <path
            className="heart-dab"
            d="M0-14c2.600-4.200 3.800-9 3-14.500-.4-2.600-1.600-4.600-3-5.500-1.700 1.200-2.900 3.400-3.200 6-.5 5.200.8 9.800 3.200 14Z"
          />
        </g>
      ))}
    </svg>
  );
}
