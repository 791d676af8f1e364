import type { CritiqueThread } from '@mbari/contract/photos/critique';
import * as words from '@mbari/words/critique';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isImeKey } from '~/platform/lib/is-ime-key.ts';
import { placeOf, spread } from './pin-places.ts';

export interface NumberedThread extends CritiqueThread {
  /** Null for a thread about the whole photo. */
  number: number | null;
}

interface PinsProps {
  threads: readonly NumberedThread[];
  open: string | null;
  onOpen: (id: string) => void;
  /** The author of a thread sees where the pin will be. */
  draft: { x: number; y: number } | null;
  isPlacing: boolean;
  onPlace: (spot: { x: number; y: number }) => void;
  onLeave: () => void;
}

const within = (share: number): number => Math.min(1, Math.max(0, share));
const rounded = (share: number): number => Math.round(within(share) * 10_000) / 10_000;

/** Pins over the photo of the page. Positions are physical: photos are not mirrored in Arabic. */
export function Pins({ threads, open, onOpen, draft, isPlacing, onPlace, onLeave }: PinsProps) {
  const [stage] = useState(() => document.querySelector('.viewer-photo'));
  if (!stage) return null;
  const pins = threads.flatMap((thread) => (thread.pin && thread.number !== null ? [{ ...thread, pin: thread.pin }] : []));
  const { width, height } = stage.getBoundingClientRect();
  const offsets = spread(
    pins.map(({ pin }) => pin),
    { width, height },
  );
  return createPortal(
    <div className="pins" dir="ltr">
      {pins.map((thread, index) => (
        <button
          key={thread.id}
          type="button"
          className="pin"
          aria-pressed={thread.id === open}
          aria-label={words.pin({
            number: thread.number!,
            place: placeOf(thread.pin),
            text: thread.is_deleted ? words.deleted : thread.content,
            author: thread.user?.name ?? '',
          })}
          style={styleOf(thread.pin, offsets[index])}
          onClick={() => onOpen(thread.id)}
        >
          <span>{thread.number}</span>
        </button>
      ))}
      {draft && <span className="pin pin-draft" aria-hidden="true" style={styleOf(draft)} />}
      {isPlacing && <Placing onPlace={onPlace} onLeave={onLeave} />}
    </div>,
    stage,
  );
}

const styleOf = ({ x, y }: { x: number; y: number }, offset = { dx: 0, dy: 0 }): CSSProperties =>
  ({ '--x': `${x * 100}%`, '--y': `${y * 100}%`, '--dx': `${offset.dx}px`, '--dy': `${offset.dy}px` }) as CSSProperties;

/** A press sets the pin, or Enter at the spot to which the arrow keys moved. */
function Placing({ onPlace, onLeave }: Pick<PinsProps, 'onPlace' | 'onLeave'>) {
  const field = useRef<HTMLButtonElement>(null);
  const [spot, setSpot] = useState({ x: 0.5, y: 0.5 });
  useEffect(() => field.current?.focus(), []);
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
  const onPointerUp = (event: PointerEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onPlace({ x: rounded((event.clientX - left) / width), y: rounded((event.clientY - top) / height) });
  };
  return (
    <>
      <button ref={field} type="button" className="pin-field" aria-label={words.placePin} onKeyDown={onKeyDown} onPointerUp={onPointerUp} />
      <span className="pin pin-cross" aria-hidden="true" style={styleOf(spot)} />
      <span className="sr-only" aria-live="polite">
        {words.spot({ place: placeOf(spot) })}
      </span>
    </>
  );
}
