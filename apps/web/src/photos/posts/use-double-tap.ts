'use no memo';

import { type MouseEvent, useEffect, useRef } from 'react';

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
