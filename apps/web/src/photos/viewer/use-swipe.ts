'use no memo';

import { type TouchEvent, useRef } from 'react';
import { forward } from '~/platform/lib/direction.ts';

const swipeFrom = 48;

/** Detects swipes with one finger: horizontal ones, and downward ones if `onDown` is given. The browser handles scrolling and pinching. */
export function useSwipe(onStep: (by: number) => void, onDown?: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!touch || start.current === null) return;
      const across = touch.clientX - start.current.x;
      const down = touch.clientY - start.current.y;
      if (Math.abs(across) > swipeFrom && Math.abs(across) > 2 * Math.abs(down)) onStep(across < 0 ? forward() : -forward());
      else if (down > 2 * swipeFrom && down > 2 * Math.abs(across)) onDown?.();
      start.current = null;
    },
  };
}
