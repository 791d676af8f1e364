import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { fitted, fullScale, movedBy, type Stage, zoomedAt, type ZoomView } from './zoom-view.ts';

interface ZoomRules {
  stage: RefObject<HTMLDivElement | null>;
  photo: RefObject<HTMLDivElement | null>;
  /** The picture's own width. */
  pixels: number;
  /** A stroke or an arrow while the photo fits: the one before or after it. */
  onStep: (by: number) => void;
  /** A stroke downwards while the photo fits. */
  onDown: () => void;
}

const farEnough = 60;
const nearEnough = 8;
const secondTap = 300;
const step = 80;

/** Wheel, pinch, drag, double tap, click and keys, all on one view of the photo. */
export function useZoom({ stage, photo, pixels, onStep, onDown }: ZoomRules) {
  const [view, setView] = useState<ZoomView>(fitted);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const start = useRef<{ x: number; y: number; alone: boolean } | null>(null);
  const lastTap = useRef(0);

  const measure = (): Stage | null =>
    stage.current && photo.current
      ? {
          window: { width: stage.current.clientWidth, height: stage.current.clientHeight },
          photo: { width: photo.current.offsetWidth, height: photo.current.offsetHeight },
          pixels,
        }
      : null;
  const fromMiddle = ({ x, y }: { x: number; y: number }) => {
    const box = stage.current?.getBoundingClientRect();
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 };
  };
  const zoom = (by: number, point = { x: 0, y: 0 }) => {
    const now = measure();
    if (now) setView((before) => zoomedAt(before, by, point, now));
  };
  const toggle = (point = { x: 0, y: 0 }) => {
    const now = measure();
    if (now) setView((before) => (before.scale > 1 ? fitted : zoomedAt(fitted, fullScale(now), point, now)));
  };
  const move = (x: number, y: number) => {
    const now = measure();
    if (now) setView((before) => movedBy(before, x, y, now));
  };

  // React's own wheel listener may not keep the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), fromMiddle({ x: event.clientX, y: event.clientY }));
  });
  useEffect(() => {
    const element = stage.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    // Every touch is ours: a browser that takes a quick stroke for a throw swallows the next tap to stop it.
    const keep = (event: TouchEvent) => event.preventDefault();
    element?.addEventListener('touchstart', keep, { passive: false });
    return () => {
      element?.removeEventListener('wheel', onWheel);
      element?.removeEventListener('touchstart', keep);
    };
  }, [stage]);

  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, at);
    start.current = fingers.current.size === 1 ? { ...at, alone: true } : start.current && { ...start.current, alone: false };
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const at = { x: event.clientX, y: event.clientY };
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    fingers.current.set(event.pointerId, at);
    if (other === undefined) {
      if (view.scale > 1) move(at.x - before.x, at.y - before.y);
      return;
    }
    const apart = (one: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y);
    zoom(apart(at) / Math.max(1, apart(before)), fromMiddle({ x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }));
    move((at.x - before.x) / 2, (at.y - before.y) / 2);
  };
  const onPointerUp = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    const began = start.current;
    if (fingers.current.size > 0 || began === null) return;
    start.current = null;
    if (!began.alone || event.type === 'pointercancel') return;
    const across = event.clientX - began.x;
    const down = event.clientY - began.y;
    if (Math.hypot(across, down) < nearEnough) tap(event);
    else if (view.scale > 1) return;
    else if (Math.abs(across) > farEnough && Math.abs(across) > 2 * Math.abs(down)) onStep(across < 0 ? 1 : -1);
    else if (event.pointerType !== 'mouse' && down > 2 * farEnough && down > 2 * Math.abs(across)) onDown();
  };
  /** A mouse's click zooms at once; a finger taps twice. */
  const tap = (event: PointerEvent) => {
    const second = event.timeStamp - lastTap.current < secondTap;
    lastTap.current = second ? 0 : event.timeStamp;
    if (event.pointerType === 'mouse' || second) toggle(fromMiddle({ x: event.clientX, y: event.clientY }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const near = view.scale > 1;
    const act: Record<string, () => void> = {
      '+': () => zoom(1.5),
      '=': () => zoom(1.5),
      '-': () => zoom(1 / 1.5),
      '0': () => setView(fitted),
      z: () => toggle(),
      ArrowLeft: () => (near ? move(step, 0) : onStep(-1)),
      ArrowRight: () => (near ? move(-step, 0) : onStep(1)),
      ArrowUp: () => move(0, step),
      ArrowDown: () => move(0, -step),
    };
    if (!Object.hasOwn(act, event.key)) return;
    event.preventDefault();
    act[event.key]?.();
  };
  return {
    view,
    fit: () => setView(fitted),
    zoom,
    onKeyDown,
    onStage: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  };
}
