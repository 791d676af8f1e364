import type { CritiqueThread } from '@mbari/contract/photos/critique';
import * as words from '@mbari/words/critique';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { placeOf, spread } from './pin-places.ts';
import { PlaceSpot, type Point, spotAt, styleOf } from './spots.tsx';

export interface NumberedThread extends CritiqueThread {
  /** Null for a thread about the whole photo. */
  number: number | null;
}

interface PinsProps {
  threads: readonly NumberedThread[];
  open: string | null;
  onOpen: (id: string) => void;
  /** The author of a thread sees where the pin will be. */
  draft: Point | null;
  isPlacing: boolean;
  /** A finger that rests on the photo places a pin. */
  mayHold: boolean;
  onPlace: (spot: Point) => void;
  onLeave: () => void;
}

/** Pins over the photo of the page. Positions are physical: photos are not mirrored in Arabic. */
export function Pins({ threads, open, onOpen, draft, isPlacing, mayHold, onPlace, onLeave }: PinsProps) {
  const [stage] = useState(() => document.querySelector('.viewer-photo'));
  useHold(stage, mayHold && !isPlacing && ((at) => onPlace(spotAt(at, stage!))));
  const selected = draft ? `${draft.x} ${draft.y}` : open;
  useEffect(() => {
    if (selected !== null && isPhone()) selectedPin()?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
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
      {isPlacing && <PlaceSpot label={words.placePin} describe={(place) => words.spot({ place })} {...{ onPlace, onLeave }} />}
    </div>,
    stage,
  );
}

/** On a phone, the open thread and the field for a new one cover the lower half of the window. */
export const isPhone = (): boolean => matchMedia('(max-width: 760px)').matches;

export const selectedPin = (): HTMLElement | null => document.querySelector('.pin-draft, .pin[aria-pressed=true]');

/** Milliseconds. */
const holdFor = 500;
/** Pixels by which a resting finger moves. */
const slack = 10;

/** Calls back when a finger rests on the element, with the position in the window. Scrolling or a second finger cancels it. */
function useHold(element: Element | null, onHold: ((at: Point) => void) | false): void {
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
