import { type PointerEvent, useRef } from 'react';
import { forward } from '~/platform/lib/direction.ts';
import type { Point } from './zoom-view.ts';

interface ZoomPointers {
  isZoomed: boolean;
  onMove: (x: number, y: number) => void;
  onPinch: (by: number, point: Point) => void;
  /** A click, or two taps. */
  onToggle: (point: Point) => void;
  onStep: (by: number) => void;
  onDown: () => void;
}

const swipeFrom = 60;
const tapUpTo = 8;
const secondTapWithin = 300;

/** Distinguishes drag, pinch, swipe and tap. */
export function useZoomPointers({ isZoomed, onMove, onPinch, onToggle, onStep, onDown }: ZoomPointers) {
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<(Point & { single: boolean }) | null>(null);
  const lastTap = useRef(0);

  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointOf(event);
    pointers.current.set(event.pointerId, at);
    start.current = pointers.current.size === 1 ? { ...at, single: true } : start.current && { ...start.current, single: false };
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const at = pointOf(event);
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.current.set(event.pointerId, at);
    if (other === undefined) {
      if (isZoomed) onMove(at.x - before.x, at.y - before.y);
      return;
    }
    onPinch(distance(at, other) / Math.max(1, distance(before, other)), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    onMove((at.x - before.x) / 2, (at.y - before.y) / 2);
  };
  const onPointerUp = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    const began = start.current;
    if (pointers.current.size > 0 || began === null) return;
    start.current = null;
    if (!began.single || event.type === 'pointercancel') return;
    const across = event.clientX - began.x;
    const down = event.clientY - began.y;
    if (Math.hypot(across, down) < tapUpTo) tap(event);
    else if (isZoomed) return;
    else if (Math.abs(across) > swipeFrom && Math.abs(across) > 2 * Math.abs(down)) onStep(across < 0 ? forward() : -forward());
    else if (event.pointerType !== 'mouse' && down > 2 * swipeFrom && down > 2 * Math.abs(across)) onDown();
  };
  /** A mouse click zooms immediately; a finger has to tap twice. */
  const tap = (event: PointerEvent) => {
    const isSecond = event.timeStamp - lastTap.current < secondTapWithin;
    lastTap.current = isSecond ? 0 : event.timeStamp;
    if (event.pointerType === 'mouse' || isSecond) onToggle(pointOf(event));
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp };
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
