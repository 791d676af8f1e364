import type { Author } from '@mbari/contract/people/members';
import type { Spot } from '@mbari/contract/photos/comments';
import { namePerson, placePerson, unnamePerson } from '@mbari/contract/photos/people-shown';
import type { PersonShown, Photo } from '@mbari/contract/photos/posts';
import { placeHint } from '@mbari/words/critique';
import * as words from '@mbari/words/people-shown';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MapPin, MapPinPlus, Plus, X } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { placeOf } from '~/photos/critique/pin-places.ts';
import { NamedSpot, PlaceSpot } from '~/photos/critique/spots.tsx';
import { photoById } from '~/photos/posts/photo-by-id.ts';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { peopleShownChanged } from '~/platform/lib/cache-events/photos.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { FindMember, MemberRow } from './find-member.tsx';

const sizes = '(max-width: 1000px) 100vw, 952px';
const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The author names members in a post, and takes names away. */
export function NamePeople({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const client = useQueryClient();
  const { data: { people = [] } = photo } = useQuery(photoById(photo.id));
  const [error, setError] = useState<string>();
  const [placed, setPlaced] = useState<string>();
  const placing = people.find(({ id }) => id === placed);
  const change = async (act: Promise<unknown>) => {
    setError(undefined);
    try {
      await act;
      await peopleShownChanged(client, photo.id);
      return true;
    } catch (problem) {
      setError((problem instanceof CallRefused && (problem.errors['username']?.[0] ?? problem.serverMessage)) || words.failed);
      return false;
    }
  };
  const add = ({ username }: Author) => change(call(namePerson, { params: { id: photo.id }, body: { username } }));
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p className="mb-s4 text-ink-quiet">{words.hint}</p>
      <ul>
        {people.map((person) => (
          <MemberRow key={person.id} member={person} note={person.is_asked && words.asked}>
            <IconButton label={words.place(person)} onClick={() => setPlaced(person.id)}>
              {person.place ? <MapPin {...icon} /> : <MapPinPlus {...icon} />}
            </IconButton>
            <IconButton
              label={words.remove(person)}
              onClick={() => void change(call(unnamePerson, { params: { id: photo.id, memberId: person.id } }))}
            >
              <X {...icon} />
            </IconButton>
          </MemberRow>
        ))}
      </ul>
      <FindMember label={words.find} error={error} except={[photo.user, ...people]}>
        {(member, clear) => (
          <IconButton label={words.add(member)} onClick={() => void add(member).then((isAdded) => isAdded && clear())}>
            <Plus {...icon} />
          </IconButton>
        )}
      </FindMember>
      {placing && <PlacePerson photo={photo} person={placing} onClose={() => setPlaced(undefined)} />}
    </Dialog>
  );
}

interface PlacePersonProps {
  photo: Photo;
  person: PersonShown;
  onClose: () => void;
}

/** The author marks where a member is in an image. Each press moves the mark. */
function PlacePerson({ photo: { id, title, images, is_comparison: isComparison }, person, onClose }: PlacePersonProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Spot | null>();
  const { busy, run } = useAction(async (place: Spot | null) => {
    setDraft(place);
    try {
      await call(placePerson, { params: { id, memberId: person.id }, body: { place } });
      await peopleShownChanged(client, id);
    } finally {
      setDraft(undefined);
    }
  }, words.failed);
  const place = draft === undefined ? person.place : draft;
  const { name } = person;
  // The viewer shows a comparison as one image.
  const offered = isComparison ? images.slice(0, 1) : images;
  const chosen = offered.find((image) => image.id === place?.image_id) ?? offered[0];
  return (
    <Dialog
      title={words.placeTitle(person)}
      size="large"
      onClose={onClose}
      footer={
        <>
          {person.place && (
            <Button kind="quiet" aria-disabled={busy} onClick={() => void run(null).then((isRemoved) => isRemoved && onClose())}>
              {words.removePlace}
            </Button>
          )}
          <Button onClick={onClose}>{words.done}</Button>
        </>
      }
    >
      <p className="mb-s4 text-ink-quiet">{placeHint}</p>
      <p role="status" className="sr-only">
        {place && words.placed({ name, place: placeOf(place) })}
      </p>
      {offered.map((image) => {
        const spot = place?.image_id === image.id ? place : undefined;
        return (
          <div key={image.id} className="place-photo" style={{ '--ratio': image.width / image.height } as CSSProperties}>
            <Picture image={image} sizes={sizes} title={title} />
            <div className="pins" dir="ltr">
              <PlaceSpot
                label={words.place(person)}
                start={spot}
                takesFocus={image === chosen}
                describe={(where) => words.placed({ name, place: where })}
                onPlace={({ x, y }) => void run({ image_id: image.id, x, y })}
                onLeave={onClose}
              />
              {spot && (
                <NamedSpot spot={spot}>
                  <span dir="auto">{name}</span>
                </NamedSpot>
              )}
            </div>
            <LoadImageButton image={image} sizes={sizes} title={title} />
          </div>
        );
      })}
    </Dialog>
  );
}
