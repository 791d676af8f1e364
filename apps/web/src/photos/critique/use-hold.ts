import { useEffect, useEffectEvent } from 'react';
import type { Point } from './spots.tsx';

/** Milliseconds. */
const holdFor = 500;
/** Pixels by which a resting finger moves. */
const slack = 10;

/** Calls back when a finger rests on the element, with the position in the window. Scrolling or a second finger cancels it. */
export function useHold(element: Element | null, onHold: ((at: Point) => void) | false): void {
  const isOff = useEffectEvent(() => onHold === false);
  const hold = useEffectEvent((at: Point) => onHold && onHold(at));
  // Listens even while it is off, because the click that follows a hold comes when the pin is placed.
  useEffect(() => {
    if (!element) return undefined;
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    let start: Point | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHeld = false;
    const cancel = () => clearTimeout(timer);
    const onDown = (event: Event) => {
      cancel();
      isHeld = false;
      if (!(event instanceof PointerEvent) || event.pointerType === 'mouse' || !event.isPrimary || isOff()) return;
      const at = { x: event.clientX, y: event.clientY };
      start = at;
      timer = setTimeout(() => {
        isHeld = true;
        hold(at);
      }, holdFor);
    };
    const onMove = (event: Event) => {
      if (event instanceof PointerEvent && start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > slack) cancel();
    };
    // Lifting the finger also sends a click, which would open the photo.
    const onClick = (event: Event) => {
      if (!isHeld) return;
      isHeld = false;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('pointerdown', onDown, options);
    element.addEventListener('pointermove', onMove, options);
    for (const type of ['pointerup', 'pointercancel']) element.addEventListener(type, cancel, options);
    element.addEventListener('click', onClick, options);
    element.addEventListener('contextmenu', (event) => isHeld && event.preventDefault(), options);
    return () => {
      cancel();
      listening.abort();
    };
  }, [element]);
}
