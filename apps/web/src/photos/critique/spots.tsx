import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { placeOf } from './pin-places.ts';
import './spots.css';

/** Spot of an image, in shares of its width and height. */
export interface Point {
  x: number;
  y: number;
}

interface PlaceSpotProps {
  label: string;
  start?: Point | undefined;
  /** False: one of several images. */
  takesFocus?: boolean;
  /** The sentence for a place such as 'upper left'. Screen readers say it while the spot moves. */
  describe: (place: string) => string;
  onPlace: (spot: Point) => void;
  onLeave: () => void;
}

/** A field over an image. A press chooses a spot, or Enter at the spot to which the arrow keys moved. */
export function PlaceSpot({ label, start = { x: 0.5, y: 0.5 }, takesFocus = true, describe, onPlace, onLeave }: PlaceSpotProps) {
  const field = useRef<HTMLButtonElement>(null);
  const [spot, setSpot] = useState(start);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event)) return;
    const step = event.shiftKey ? 0.05 : 0.01;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (by) setSpot({ x: rounded(spot.x + by[0]!), y: rounded(spot.y + by[1]!) });
    else if (event.key === 'Escape') onLeave();
    else if (event.key === 'Enter' || event.key === ' ') onPlace(spot);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Not on `pointerup`, after which the browser sends the click of a finger to the photo below.
  const onClick = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const pressed = spotAt({ x: clientX, y: clientY }, currentTarget);
    setSpot(pressed);
    onPlace(pressed);
  };
  return (
    <>
      <button ref={field} type="button" className="pin-field" aria-label={label} onKeyDown={onKeyDown} onClick={onClick} />
      <span className="pin pin-cross" aria-hidden="true" style={styleOf(spot)} />
      <span className="sr-only" aria-live="polite">
        {describe(placeOf(spot))}
      </span>
    </>
  );
}

/** A ring around a spot, with a name. */
export const NamedSpot = ({ spot, children }: { spot: Point; children: ReactNode }) => (
  <>
    <span className="pin-ring" aria-hidden="true" style={styleOf(spot)} />
    <span className="pin-name" data-above={spot.y > 0.75 || undefined} style={styleOf(spot)}>
      {children}
    </span>
  </>
);

export const styleOf = ({ x, y }: Point, offset = { dx: 0, dy: 0 }): CSSProperties =>
  ({
    '--x': `${x * 100}%`,
    '--y': `${y * 100}%`,
    '--back': `${x * -100}%`,
    '--dx': `${offset.dx}px`,
    '--dy': `${offset.dy}px`,
  }) as CSSProperties;

/** The spot of an element at a position in the window. */
export function spotAt({ x, y }: Point, element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: rounded((x - left) / width), y: rounded((y - top) / height) };
}

const rounded = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000;
