import type { CritiqueThread } from '@mbari/contract/photos/critique';
import * as words from '@mbari/words/critique';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { placeOf, spread } from './pin-places.ts';
import { PlaceSpot, type Point, spotAt, styleOf } from './spots.tsx';
import { useHold } from './use-hold.ts';

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
