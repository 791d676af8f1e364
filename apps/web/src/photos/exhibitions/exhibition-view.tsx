import type { Exhibition, ExhibitionRoom } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibitions';
import { list } from '@mbari/words/format';
import { Link } from '@tanstack/react-router';
import { BookOpen, Printer } from 'lucide-react';
import { type CSSProperties, type ReactNode, Suspense, useRef, useState } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { ExhibitionActions } from './exhibition-actions.tsx';
import './exhibitions.css';
import { Mat } from './mat.tsx';
import { StateLine, TimeLeft } from './state-line.tsx';

// Only for members who are asked.
const AnswerInvitation = optionalLazy(async () => (await import('./answer-invitation.tsx')).AnswerInvitation, withoutDelay);
const OwnWorks = optionalLazy(async () => (await import('./own-works.tsx')).OwnWorks, withoutDelay);

interface ExhibitionViewProps {
  exhibition: Exhibition;
  guestBook: ReactNode;
  /** The curators' text. */
  children: ReactNode;
}

/** The front of an exhibition: head, rooms, guest book and catalogue. */
export function ExhibitionView({ exhibition, guestBook, children }: ExhibitionViewProps) {
  const { cover, rooms, works_count, viewer } = exhibition;
  const [start, setStart] = useState(0);
  const roomList = useRef<HTMLOListElement>(null);
  const walk = useLazyDialog(async () => (await import('./walk.tsx')).Walk);
  const arrange = useLazyDialog(async () => (await import('./edit-rooms.tsx')).EditRooms);
  const enter = (room: number) => {
    setStart(room);
    walk.open();
  };
  const leave = (room = start) => {
    walk.close();
    // After the dialog has given the focus back to the button that opened it.
    requestAnimationFrame(() => roomList.current?.querySelectorAll('button')[room]?.focus());
  };
  const isOpen = exhibition.state === 'open' || exhibition.state === 'past';
  return (
    <article
      className="exhibition"
      aria-labelledby="exhibition-title"
      data-asked={viewer.is_invited || viewer.requests_count > 0 || undefined}
    >
      <header className="exhibition-head">
        {cover ? (
          <Cover image={cover} />
        ) : (
          exhibition.state === 'coming' && (
            <div className="exhibition-cover exhibition-closed">
              <UliDrawing name="door" />
            </div>
          )
        )}
        <div className="exhibition-about">
          <StateLine exhibition={exhibition} />
          <h1 id="exhibition-title" className="display-large" dir="auto" tabIndex={-1}>
            {exhibition.title}
          </h1>
          <p className="text-t15 text-ink-meta">
            {rooms.length === 0 ? words.kindOnly : words.kind({ works: works_count, rooms: rooms.length })}
          </p>
          <Curators curators={exhibition.curators} />
          {children}
          <TimeLeft exhibition={exhibition} />
          <div className="exhibition-actions">
            {works_count > 0 && rooms.length > 0 && (
              <Button className="exhibition-enter" onClick={() => enter(0)}>
                {words.enter}
              </Button>
            )}
            <ExhibitionActions exhibition={exhibition} onArrange={arrange.open} />
          </div>
        </div>
      </header>
      {/* Waits for the questions, so that the rooms below do not move. */}
      <Suspense>
        {viewer.is_invited && <AnswerInvitation exhibition={exhibition} />}
        {hasOwnWorks(exhibition) && <OwnWorks exhibition={exhibition} />}
        {rooms.length > 0 && (
          <section className="exhibition-section" aria-labelledby="exhibition-rooms">
            <h2 id="exhibition-rooms" className="exhibition-heading">
              {words.rooms}
            </h2>
            <ol ref={roomList} className="room-list">
              {rooms.map((room, index) => (
                <RoomCard key={index} room={room} onEnter={() => enter(index)} />
              ))}
            </ol>
          </section>
        )}
        {rooms.length === 0 && viewer.may_edit && (
          <EmptyState drawing="hanging" title={words.noRooms} action={<Button onClick={arrange.open}>{words.arrange}</Button>}>
            {words.noRoomsHint}
          </EmptyState>
        )}
        {(isOpen || viewer.may_edit) && (
          <div className="exhibition-end">
            {guestBook}
            {works_count > 0 && <CatalogueLinks exhibition={exhibition} />}
          </div>
        )}
      </Suspense>
      {walk.Dialog && <walk.Dialog exhibition={exhibition} startRoom={start} onClose={leave} />}
      {arrange.Dialog && <arrange.Dialog exhibition={exhibition} onClose={arrange.close} />}
    </article>
  );
}

const hasOwnWorks = ({ rooms }: Exhibition): boolean => rooms.some(({ items }) => items.some((item) => 'is_own' in item && item.is_own));

function Cover({ image }: { image: NonNullable<Exhibition['cover']> }) {
  const sizes = '(max-width: 900px) 100vw, 604px';
  return (
    <div className="exhibition-cover" style={{ '--ratio': image.width / image.height } as CSSProperties}>
      <Picture image={image} sizes={sizes} first title="" />
      <LoadImageButton image={image} sizes={sizes} title={words.firstWork} />
    </div>
  );
}

function Curators({ curators }: Pick<Exhibition, 'curators'>) {
  return (
    <div className="exhibition-curators">
      {curators.map(({ id, name, username, avatar_url }) => (
        <Link key={id} to="/user/$username" params={{ username }} aria-label={name} title={name}>
          <Avatar src={avatar_url} size={40} />
        </Link>
      ))}
      <p>{words.curators({ names: list(curators.map(({ name }) => name)) })}</p>
    </div>
  );
}

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

function CatalogueLinks({ exhibition: { id } }: { exhibition: Exhibition }) {
  return (
    <section aria-labelledby="exhibition-catalogue">
      <h2 id="exhibition-catalogue" className="exhibition-heading">
        {words.catalogue}
      </h2>
      <div className="catalogue-links">
        <p>{words.catalogueHint}</p>
        <Link to="/exhibitions/$id/{-$part}" params={{ id, part: 'catalogue' }} className="button button-text">
          <Printer {...icon} />
          {words.catalogueA4}
        </Link>
        <Link to="/exhibitions/$id/{-$part}" params={{ id, part: 'booklet' }} className="button button-text">
          <BookOpen {...icon} />
          {words.catalogueA5}
        </Link>
      </div>
    </section>
  );
}

const sizes = '(max-width: 760px) 104px, 420px';

/** A room on the front: its first work whole on a mat, name, text and number of works. Pressing it enters the room. */
function RoomCard({ room: { title, text, cover, works_count }, onEnter }: { room: ExhibitionRoom; onEnter: () => void }) {
  return (
    <li className="room-card">
      <Mat image={cover} sizes={sizes} title={title} />
      <div className="room-about">
        <h3>
          <button type="button" className="room-enter" dir="auto" onClick={onEnter}>
            {title}
          </button>
        </h3>
        {text && (
          <p className="room-text" dir="auto">
            {text}
          </p>
        )}
        <p className="text-ink-meta">{words.works({ count: works_count })}</p>
      </div>
    </li>
  );
}
