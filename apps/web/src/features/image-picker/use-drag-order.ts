import { type PointerEvent as ReactPointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Held {
  id: string;
  pointer: number;
  /** Where on the item it was taken, and where the pointer is now. */
  grip: Point;
  at: Point;
  from: Point;
  /** Moved far enough, or pressed long enough, to be meant. */
  dragging: boolean;
  over: AbortController;
}

interface Point {
  x: number;
  y: number;
}

interface Order {
  ids: readonly string[];
  disabled: boolean;
  onMove: (from: number, to: number) => void;
}

const meantAfterPixels = 6;
/** A finger that moves sooner scrolls. */
const meantAfterPress = 220;

/**
 * Items of a list change places by being dragged: with the mouse at once, with a finger after a short press. The item stays under
 * the pointer, the others make room as it passes their middle.
 */
export function useDragOrder(order: Order) {
  const list = useRef<HTMLOListElement>(null);
  const held = useRef<Held | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const latest = useRef(order);
  useEffect(() => void (latest.current = order));
  // In its new place it is still under the pointer.
  useLayoutEffect(() => {
    if (held.current?.dragging) place(list.current, held.current);
  });
  useEffect(() => () => held.current?.over.abort(), []);

  /** For the part of an item that it is taken by. */
  const grip = (id: string) => ({
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      const item = itemOf(list.current, id);
      if (order.disabled || order.ids.length < 2 || event.button !== 0 || held.current !== null || item === null) return;
      const box = item.getBoundingClientRect();
      const at = { x: event.clientX, y: event.clientY };
      const now: Held = {
        id,
        pointer: event.pointerId,
        grip: { x: at.x - box.left, y: at.y - box.top },
        at,
        from: at,
        dragging: false,
        over: new AbortController(),
      };
      held.current = now;
      const { signal } = now.over;
      const finger = event.pointerType === 'touch';
      const start = () => {
        now.dragging = true;
        setDragged(id);
      };
      const timer = finger ? window.setTimeout(start, meantAfterPress) : 0;
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        itemOf(list.current, id)?.style.removeProperty('translate');
        held.current = null;
        setDragged(null);
      });
      const end = ({ pointerId }: PointerEvent) => pointerId === now.pointer && now.over.abort();
      const follow = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
        if (pointerId !== now.pointer) return;
        now.at = { x, y };
        const far = Math.hypot(x - now.from.x, y - now.from.y) > meantAfterPixels;
        if (!now.dragging && far) {
          if (finger) return now.over.abort();
          start();
        }
        if (!now.dragging) return;
        place(list.current, now);
        const { ids, onMove } = latest.current;
        const to = ids.findIndex((other) => other !== id && isOver(itemOf(list.current, other), now.at));
        if (to !== -1) onMove(ids.indexOf(id), to);
      };
      // On the document: an item that changes places leaves it for a moment, and would lose the pointer.
      document.addEventListener('pointermove', follow, { signal });
      document.addEventListener('pointerup', end, { signal });
      document.addEventListener('pointercancel', end, { signal });
      // What is held does not scroll the page away below it, nor asks to be saved as a picture.
      const ifHeld = (happened: Event) => now.dragging && happened.preventDefault();
      document.addEventListener('touchmove', ifHeld, { signal, passive: false });
      document.addEventListener('contextmenu', ifHeld, { signal });
    },
  });
  return { list, dragged, grip };
}

const itemOf = (list: HTMLElement | null, id: string): HTMLElement | null => list?.querySelector(`[data-item="${id}"]`) ?? null;

/** Where it was taken, there is the pointer. */
function place(list: HTMLElement | null, { id, at, grip }: Held): void {
  const item = itemOf(list, id);
  if (item === null) return;
  const [x = 0, y = 0] = item.style.translate.split(' ').map((length) => Number.parseFloat(length) || 0);
  const box = item.getBoundingClientRect();
  item.style.translate = `${at.x - grip.x - (box.left - x)}px ${at.y - grip.y - (box.top - y)}px`;
}

/** Over its middle part: over its edge alone, two of unlike size would change places for ever. */
function isOver(item: HTMLElement | null, { x, y }: Point): boolean {
  if (item === null) return false;
  const { left, right, top, bottom } = item.getBoundingClientRect();
  const edge = { x: (right - left) * 0.2, y: (bottom - top) * 0.2 };
  return x > left + edge.x && x < right - edge.x && y > top + edge.y && y < bottom - edge.y;
}
