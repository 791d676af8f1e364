import { answerNameRequest } from '@mbari/contract/photos/people-shown';
import type { Image, PersonShown, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/people-shown';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { placeOf } from '~/photos/critique/pin-places.ts';
import { NamedSpot, type Point } from '~/photos/critique/spots.tsx';
import { peopleShownChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { NameRequest } from './name-requests.tsx';
import './people-shown.css';

const shownAtFirst = 3;

interface PeopleShownProps {
  photo: Photo;
  people: readonly PersonShown[];
  /** The image in the viewer. */
  image: Image | undefined;
  /** Shows another image of the post. */
  onShow: (index: number) => void;
}

/** The members named in a post. The author also sees open requests, and the viewer their own. */
export function PeopleShown({ photo, people, ...viewer }: PeopleShownProps) {
  const { user } = useSession();
  const own = people.find(({ id }) => id === user?.id);
  // A request with a place is listed, because the viewer should know the place before they accept.
  const listed = own?.is_asked && !own.place ? people.filter((person) => person !== own) : people;
  return (
    <>
      {own?.is_asked && <NameRequest key={photo.id} photo={photo} />}
      {listed.length > 0 && <Names {...{ photo, people: listed, ...viewer }} />}
      {own && !own.is_asked && <TakeAway photo={photo} />}
    </>
  );
}

/** Names in a row. A name with a place shows it on the photo while it is focused; a press also moves the focus there. */
function Names({ photo, people, image, onShow }: PeopleShownProps) {
  const [isAll, setAll] = useState(false);
  const [marked, mark] = useState<{ id: string; isPressed: boolean } | null>(null);
  const pressed = useRef<HTMLButtonElement>(null);
  const listed = isAll ? people : people.slice(0, shownAtFirst);
  const more = people.length - listed.length;
  const person = people.find(({ id }) => id === marked?.id);
  return (
    <div className="people-shown">
      <span>{words.shown}</span>
      <ul>
        {listed.map(({ id, name, username, is_asked: isAsked, place }) => (
          <li key={id}>
            {place ? (
              <button
                type="button"
                dir="auto"
                aria-label={words.placed({ name, place: placeOf(place) })}
                onFocus={() => mark({ id, isPressed: false })}
                onBlur={() => mark((now) => (now?.isPressed ? now : null))}
                onClick={({ currentTarget }) => {
                  pressed.current = currentTarget;
                  const index = photo.images.findIndex((one) => one.id === place.image_id);
                  if (place.image_id !== image?.id && index !== -1) onShow(index);
                  mark({ id, isPressed: true });
                }}
              >
                {name}
              </button>
            ) : (
              <Link to="/user/$username" params={{ username }} dir="auto">
                {name}
              </Link>
            )}
            {isAsked && <span className="text-ink-meta"> {words.asked}</span>}
          </li>
        ))}
        {more > 0 && (
          <li>
            <button type="button" onClick={() => setAll(true)}>
              {words.more({ count: more })}
            </button>
          </li>
        )}
      </ul>
      {person?.place && person.place.image_id === image?.id && (
        <NameOnPhoto
          key={person.id}
          person={person}
          spot={person.place}
          takesFocus={marked?.isPressed === true}
          onBack={() => pressed.current?.focus()}
          onLeave={() => mark(null)}
        />
      )}
    </div>
  );
}

interface NameOnPhotoProps {
  person: PersonShown;
  spot: Point;
  takesFocus: boolean;
  onBack: () => void;
  onLeave: () => void;
}

/** A ring around the member with a link to their profile, over the photo of the page. Escape returns to the list of names. */
function NameOnPhoto({ person: { name, username }, spot, takesFocus, onBack, onLeave }: NameOnPhotoProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const [stage] = useState(() => document.querySelector('.viewer-photo'));
  useEffect(() => {
    if (takesFocus) link.current?.focus();
  }, [takesFocus]);
  return (
    stage &&
    createPortal(
      // Positions are physical: photos are not mirrored in Arabic.
      <div className="pins" dir="ltr">
        <NamedSpot spot={spot}>
          <Link
            ref={link}
            to="/user/$username"
            params={{ username }}
            onBlur={onLeave}
            onKeyDown={(event) => {
              if (isImeKey(event) || event.key !== 'Escape') return;
              event.stopPropagation();
              onBack();
            }}
          >
            <span dir="auto">{name}</span>
          </Link>
        </NamedSpot>
      </div>,
      stage,
    )
  );
}

function TakeAway({ photo: { id } }: { photo: Photo }) {
  const client = useQueryClient();
  const { busy, run } = useAction(
    async () => {
      await call(answerNameRequest, { params: { id }, body: { answer: 'refused' } });
      await peopleShownChanged(client, id);
    },
    words.failed,
    words.takenAway,
  );
  return (
    <Button kind="text" className="people-shown-own justify-self-start" aria-disabled={busy} onClick={() => void run()}>
      {words.takeAway}
    </Button>
  );
}
