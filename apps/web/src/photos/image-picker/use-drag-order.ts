import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isOver, itemOf, type Point, putUnderPointer, watchDrag } from './drag-item.ts';

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
