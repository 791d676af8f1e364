'use no memo';

import { type TouchEvent, useRef } from 'react';
import { forward } from '~/platform/lib/direction.ts';

const swipeFrom = 48;

/** Detects swipes with one finger: horizontal ones, and those down and up if given. The browser handles scrolling and pinching. */
export function useSwipe(onStep: (by: number) => void, onDown?: () => void, onUp?: () => void) {
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
      else if (Math.abs(down) > 2 * swipeFrom && Math.abs(down) > 2 * Math.abs(across)) (down > 0 ? onDown : onUp)?.();
      start.current = null;
    },
  };
}
