import type { CritiqueThread } from '@mbari/contract/photos/critique';
import * as words from '@mbari/words/critique';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { placeOf, spread } from './pin-places.ts';
import { PlaceSpot, type Point, styleOf } from './spots.tsx';

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
  onPlace: (spot: Point) => void;
  onLeave: () => void;
}

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
      {isPlacing && <PlaceSpot label={words.placePin} describe={(place) => words.spot({ place })} {...{ onPlace, onLeave }} />}
    </div>,
    stage,
  );
}
