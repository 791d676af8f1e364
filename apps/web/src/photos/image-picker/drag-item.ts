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

/** Follows a pressed pointer until it is lifted, which aborts `end`. Aborting `end` also cancels the drag. */
export function watchDrag(pressed: DragStart, end: AbortController, { onStart, onMove }: DragListeners): void {
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
  // On the document, because reordering detaches the item briefly, which would lose the pointer.
  document.addEventListener('pointermove', follow, { signal });
  document.addEventListener('pointerup', stop, { signal });
  document.addEventListener('pointercancel', stop, { signal });
  // Prevents scrolling and the image context menu during a touch drag.
  const prevent = (event: Event) => dragging && event.preventDefault();
  document.addEventListener('touchmove', prevent, { signal, passive: false });
  document.addEventListener('contextmenu', prevent, { signal });
}

export const itemOf = (list: HTMLElement | null, id: string): HTMLElement | null => list?.querySelector(`[data-item="${id}"]`) ?? null;

/** Moves the item so that the pointer stays over the same point of it. */
export function putUnderPointer(item: HTMLElement | null, { pointer, offset }: { pointer: Point; offset: Point }): void {
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
