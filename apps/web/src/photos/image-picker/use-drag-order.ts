import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Order {
  ids: readonly string[];
  disabled: boolean;
  onMove: (from: number, to: number) => void;
}

interface Drag {
  id: string;
  /** Pointer position relative to the item's upper left corner. */
  offset: Point;
  pointer: Point;
  end: AbortController;
}

/** Reorders a list by dragging: immediately by mouse, after a short press by finger. */
export function useDragOrder(order: Order) {
  const list = useRef<HTMLOListElement>(null);
  const drag = useRef<Drag | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const latest = useLatest(order);
  const follow = () => drag.current && putUnderPointer(itemOf(list.current, drag.current.id), drag.current);
  // Reordering moves the item's box, so place it under the pointer again.
  useLayoutEffect(() => {
    if (dragged !== null) follow();
  });
  useEffect(() => () => drag.current?.end.abort(), []);

  const start = (id: string, event: ReactPointerEvent<HTMLElement>, item: HTMLElement) => {
    const box = item.getBoundingClientRect();
    const pointer = { x: event.clientX, y: event.clientY };
    const now: Drag = { id, pointer, offset: { x: pointer.x - box.left, y: pointer.y - box.top }, end: new AbortController() };
    drag.current = now;
    now.end.signal.addEventListener('abort', () => {
      itemOf(list.current, id)?.style.removeProperty('translate');
      drag.current = null;
      setDragged(null);
    });
    watchDrag(event, now.end, {
      onStart: () => setDragged(id),
      onMove: (at) => {
        now.pointer = at;
        follow();
        const { ids, onMove } = latest.current;
        const to = ids.findIndex((other) => other !== id && isOver(itemOf(list.current, other), at));
        if (to !== -1) onMove(ids.indexOf(id), to);
      },
    });
  };
  /** Props for the element that drags an item. */
  const handle = (id: string) => ({
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      const item = itemOf(list.current, id);
      const mayDrag = !order.disabled && order.ids.length > 1 && event.button === 0 && drag.current === null;
      if (mayDrag && item !== null) start(id, event, item);
    },
  });
  return { list, dragged, handle };
}

function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => void (latest.current = value));
  return latest;
}

export interface Point {
  x: number;
  y: number;
}

interface DragStart {
  pointerId: number;
  pointerType: string;
  clientX: number;
  clientY: number;
}

interface DragListeners {
  /** The pointer moved far enough, or was pressed long enough. */
  onStart: () => void;
  onMove: (at: Point) => void;
}

const startsAfterPixels = 6;
/** Milliseconds. A finger that moves earlier scrolls the page. */
const startsAfterPress = 220;

/** Follows a pressed pointer. Lifting the pointer aborts `end`. Aborting `end` also cancels the drag. */
function watchDrag(pressed: DragStart, end: AbortController, { onStart, onMove }: DragListeners): void {
  const { signal } = end;
  const byFinger = pressed.pointerType === 'touch';
  let dragging = false;
  const start = () => {
    dragging = true;
    onStart();
  };
  const timer = byFinger ? window.setTimeout(start, startsAfterPress) : 0;
  signal.addEventListener('abort', () => clearTimeout(timer));

  const follow = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    if (pointerId !== pressed.pointerId) return;
    if (!dragging && Math.hypot(x - pressed.clientX, y - pressed.clientY) > startsAfterPixels) {
      if (byFinger) return end.abort();
      start();
    }
    if (dragging) onMove({ x, y });
  };
  const stop = ({ pointerId }: PointerEvent) => pointerId === pressed.pointerId && end.abort();
  // Listens on the document, because an item would lose the pointer while reordering briefly detaches it.
  document.addEventListener('pointermove', follow, { signal });
  document.addEventListener('pointerup', stop, { signal });
  document.addEventListener('pointercancel', stop, { signal });
  // Prevents scrolling and the image context menu during a touch drag.
  const prevent = (event: Event) => dragging && event.preventDefault();
  document.addEventListener('touchmove', prevent, { signal, passive: false });
  document.addEventListener('contextmenu', prevent, { signal });
}

const itemOf = (list: HTMLElement | null, id: string): HTMLElement | null => list?.querySelector(`[data-item="${id}"]`) ?? null;

/** Moves the item so that the pointer stays over the same point of it. */
function putUnderPointer(item: HTMLElement | null, { pointer, offset }: { pointer: Point; offset: Point }): void {
  if (item === null) return;
  const [x = 0, y = 0] = item.style.translate.split(' ').map((length) => Number.parseFloat(length) || 0);
  const box = item.getBoundingClientRect();
  item.style.translate = `${pointer.x - offset.x - (box.left - x)}px ${pointer.y - offset.y - (box.top - y)}px`;
}

/** Checks the middle part only: with the edges, two items of different size would swap again and again. */
export function isOver(item: HTMLElement | null, { x, y }: Point): boolean {
  if (item === null) return false;
  const { left, right, top, bottom } = item.getBoundingClientRect();
  const edge = (bottom - top) * 0.2;
  return x > left && x < right && y > top + edge && y < bottom - edge;
}
