import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { forward } from '~/platform/lib/direction.ts';
import { fitted, fullScale, movedBy, type Point, type Stage, zoomedAt, type ZoomView } from './zoom-view.ts';

interface ZoomOptions {
  stage: RefObject<HTMLDivElement | null>;
  photo: RefObject<HTMLDivElement | null>;
  pixels: number;
  /** Swipe or arrow key while the photo fits: previous or next image. */
  onStep: (by: number) => void;
  /** Swipe down while the photo fits. */
  onDown: () => void;
}

/** Pixels per arrow key. */
const step = 80;

/** Combines wheel, pinch, drag, double tap, click and keys. */
export function useZoom({ stage, photo, pixels, onStep, onDown }: ZoomOptions) {
  const [view, setView] = useState<ZoomView>(fitted);
  const change = (next: (before: ZoomView, stage: Stage) => ZoomView) => {
    const measured = measure(stage.current, photo.current, pixels);
    if (measured) setView((before) => next(before, measured));
  };
  const zoom = (by: number, point = middle) => change((before, now) => zoomedAt(before, by, point, now));
  const toggle = (point = middle) => change((before, now) => (before.scale > 1 ? fitted : zoomedAt(fitted, fullScale(now), point, now)));
  const move = (x: number, y: number) => change((before, now) => movedBy(before, x, y, now));
  const fit = () => setView(fitted);
  const fromMiddle = (point: Point) => pointFromMiddle(stage.current, point);

  useWheel(stage, (event) => zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), fromMiddle(pointOf(event))));
  const isZoomed = view.scale > 1;
  const onStage = useZoomPointers({
    isZoomed,
    onMove: move,
    onPinch: (by, point) => zoom(by, fromMiddle(point)),
    onToggle: (point) => toggle(fromMiddle(point)),
    onStep,
    onDown,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const actions: Record<string, () => void> = {
      '+': () => zoom(1.5),
      '=': () => zoom(1.5),
      '-': () => zoom(1 / 1.5),
      '0': fit,
      z: () => toggle(),
      ArrowLeft: () => (isZoomed ? move(step, 0) : onStep(-forward())),
      ArrowRight: () => (isZoomed ? move(-step, 0) : onStep(forward())),
      ArrowUp: () => move(0, step),
      ArrowDown: () => move(0, -step),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]?.();
  };
  return { view, fit, zoom, onKeyDown, onStage };
}

const middle: Point = { x: 0, y: 0 };

const pointOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point => ({ x: clientX, y: clientY });

const measure = (stage: HTMLElement | null, photo: HTMLElement | null, pixels: number): Stage | null =>
  stage &&
  photo && {
    window: { width: stage.clientWidth, height: stage.clientHeight },
    photo: { width: photo.offsetWidth, height: photo.offsetHeight },
    pixels,
  };

function pointFromMiddle(stage: HTMLElement | null, { x, y }: Point): Point {
  const box = stage?.getBoundingClientRect();
  return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : middle;
}

function useWheel(stage: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    onWheel(event);
  });
  useEffect(() => {
    const element = stage.current;
    // React's wheel listener is passive, so it cannot prevent scrolling.
    element?.addEventListener('wheel', wheel, { passive: false });
    // If the browser treated a swipe as scrolling, the next tap would only stop the scrolling.
    const prevent = (event: TouchEvent) => event.preventDefault();
    element?.addEventListener('touchstart', prevent, { passive: false });
    return () => {
      element?.removeEventListener('wheel', wheel);
      element?.removeEventListener('touchstart', prevent);
    };
  }, [stage]);
}

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
function useZoomPointers({ isZoomed, onMove, onPinch, onToggle, onStep, onDown }: ZoomPointers) {
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

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
