import { type Exhibition, updateExhibition, type workStates } from '@mbari/contract/photos/exhibitions';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/exhibitions';
import { useQueryClient } from '@tanstack/react-query';
import { ImageOff, ImagePlus, Plus, Text } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type OrderedItem, OrderedItems, orderedWork } from '~/photos/series/ordered-works.tsx';
import { exhibitionChanged, exhibitionOutdated } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { EditConflict, useForm } from '~/platform/lib/use-form.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { EditDialog } from '~/platform/ui/edit-dialog.tsx';
import { TextArea, TextField } from '~/platform/ui/field.tsx';
import { type DraftItem, draftOf, type DraftRoom, emptyRoom, emptyText, outlineOf, sentRooms, worksIn } from './draft-rooms.ts';
import { roomNumbers, useWorks } from './exhibition-queries.ts';

interface Values {
  rooms: readonly DraftRoom[];
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The order of the rooms, and the works and texts of one of them. */
export function EditRooms({ exhibition, onClose }: { exhibition: Exhibition; onClose: () => void }) {
  const form = useEditRooms(exhibition, onClose);
  const { values, change, busy, errors, photos, shown, show, add } = form;
  const { rooms } = values;
  const room = rooms.find(({ id }) => id === shown) ?? rooms[0];
  const choose = useLazyDialog(async () => (await import('./find-works.tsx')).FindWorks);
  const changeRoom = ({ id }: DraftRoom, part: Partial<DraftRoom>) =>
    change({ rooms: rooms.map((other) => (other.id === id ? { ...other, ...part } : other)) });
  return (
    <>
      <EditDialog
        title={words.arrange}
        size="large"
        className="edit-rooms"
        busy={busy}
        unsaved={form.unsaved}
        onSubmit={form.onSubmit}
        onClose={onClose}
      >
        <div className="edit-rooms-list">
          <OrderedItems
            legend={words.rooms}
            items={rooms.map((one, index) => ({
              id: one.id,
              title: one.title || words.roomNumber({ number: index + 1 }),
              handle: (
                <button
                  type="button"
                  className="edit-room-choice"
                  aria-current={one.id === room?.id || undefined}
                  onClick={() => show(one.id)}
                >
                  <span className="block truncate font-semibold" dir="auto">
                    {one.title || words.roomNumber({ number: index + 1 })}
                  </span>
                  <span className="block text-t15 text-ink-meta">{words.works({ count: worksIn([one]).length })}</span>
                </button>
              ),
            }))}
            disabled={busy}
            onChange={(ids) => change({ rooms: ids.flatMap((id) => rooms.find((other) => other.id === id) ?? []) })}
          />
          {rooms.length < limits.exhibitionRooms ? (
            <Button kind="quiet" onClick={add}>
              <Plus {...icon} />
              {words.addRoom}
            </Button>
          ) : (
            <p className="text-t15 text-ink-meta">{words.roomsFull({ most: limits.exhibitionRooms })}</p>
          )}
        </div>
        {room && (
          <EditRoom
            key={room.id}
            room={room}
            photos={photos}
            states={form.states}
            error={errors[`title of ${room.id}`]}
            disabled={busy}
            onAddWorks={choose.open}
            onChange={(part) => changeRoom(room, part)}
          />
        )}
        <div className="edit-rooms-below">
          <ConflictChoice shared={form.shared} values={values} change={change} submit={form.submit} />
        </div>
      </EditDialog>
      {choose.Dialog && room && (
        <choose.Dialog
          taken={new Set(worksIn(rooms))}
          most={limits.roomWorks - worksIn([room]).length}
          onClose={choose.close}
          onChoose={(works) => {
            form.know(works);
            changeRoom(room, { items: [...room.items, ...works.map((photo): DraftItem => ({ id: photo.id, kind: 'work' }))] });
          }}
        />
      )}
    </>
  );
}

function useEditRooms(exhibition: Exhibition, onClose: () => void) {
  const client = useQueryClient();
  // The exhibition as it was when the dialog opened.
  const [read] = useState(exhibition);
  const [shown, show] = useState<string>();
  const { photos, know } = useKnownWorks(exhibition);
  const shared = useSharedEdit<Exhibition, Values>({
    read,
    valuesOf: (stored) => ({ rooms: draftOf(stored) }),
    fields: {
      rooms: {
        label: words.rooms,
        text: (rooms) => outlineOf(rooms, (id) => photos.get(id)?.title ?? words.unknownWork),
        key: (rooms) => JSON.stringify(sentRooms(rooms)),
      },
    },
  });
  const base = shared.base ?? read;
  const start = useMemo<Values>(() => ({ rooms: draftOf(base) }), [base]);
  const form = useForm<Values>({
    start,
    check: ({ rooms }) => {
      const untitled = rooms.find(({ title }) => !hasVisibleText(title));
      if (untitled === undefined) return {};
      show(untitled.id);
      return { [`title of ${untitled.id}`]: [words.roomTitleMissing] };
    },
    waits: shared.mustChoose,
    send: async (values) => {
      try {
        await shared.save(values, async ({ rooms }, from = read) => {
          const body = { rooms: sentRooms(rooms), version: from.version };
          const { data } = await call(updateExhibition, { params: { id: read.id }, body });
          exhibitionChanged(client, data);
          return data;
        });
      } catch (error) {
        // Loads the works that the other curator hung.
        if (error instanceof EditConflict) exhibitionOutdated(client, read.id);
        throw error;
      }
      onClose();
    },
    done: words.saved,
    failed: words.saveFailed,
    onOutdated: () => exhibitionOutdated(client, read.id),
  });
  const add = () => {
    const room = emptyRoom();
    form.change(({ rooms }) => ({ rooms: [...rooms, room] }));
    show(room.id);
  };
  return { ...form, shared, photos, know, shown, show, add, states: statesOf(base) };
}

/** The works of all rooms, and those that were chosen here. */
function useKnownWorks(exhibition: Exhibition) {
  const stored = useWorks(
    exhibition,
    roomNumbers(exhibition, (item) => 'photo_id' in item),
  );
  const [chosen, setChosen] = useState<ReadonlyMap<string, Photo>>(new Map());
  return {
    photos: useMemo(() => new Map([...chosen, ...stored.photos]), [chosen, stored.photos]),
    know: (photos: readonly Photo[]) => setChosen((before) => new Map([...before, ...photos.map((photo) => [photo.id, photo] as const)])),
  };
}

const statesOf = ({ rooms }: Exhibition) =>
  new Map(rooms.flatMap(({ items }) => items.flatMap((item) => ('photo_id' in item ? [[item.photo_id, item.state] as const] : []))));

type WorkState = (typeof workStates)[number];

interface EditRoomProps {
  room: DraftRoom;
  photos: ReadonlyMap<string, Photo>;
  states: ReadonlyMap<string, WorkState>;
  error: readonly string[] | undefined;
  disabled: boolean;
  onAddWorks: () => void;
  onChange: (part: Partial<DraftRoom>) => void;
}

/** Title, text, works and wall texts of a room. */
function EditRoom({ room, photos, states, error, disabled, onAddWorks, onChange }: EditRoomProps) {
  const { id, title, text, items } = room;
  const { user } = useSession();
  const worksCount = worksIn([room]).length;
  const noteOf = (work: string): string | undefined => {
    const isOwn = photos.get(work)?.user.id === user?.id;
    const state = states.get(work);
    if (state === undefined) return isOwn ? undefined : words.willAsk;
    return state === 'accepted' ? undefined : state === 'requested' ? words.asked : words.declined;
  };
  const presented = (item: DraftItem): OrderedItem => {
    if (item.kind === 'text')
      return {
        id: item.id,
        title: words.wallText,
        handle: <Text {...icon} />,
        field: (
          <textarea
            dir="auto"
            rows={2}
            aria-label={words.wallText}
            className="field-control field-area edit-wall-text"
            value={item.text}
            maxLength={limits.wallText}
            onChange={({ target }) =>
              onChange({ items: items.map((other) => (other.id === item.id ? { ...item, text: target.value } : other)) })
            }
          />
        ),
      };
    const photo = photos.get(item.id);
    if (photo) return orderedWork(photo, noteOf(item.id));
    return {
      id: item.id,
      title: words.unknownWork,
      handle: (
        <>
          <ImageOff {...icon} /> {words.unknownWork}
        </>
      ),
    };
  };
  return (
    <fieldset disabled={disabled} className="edit-room">
      <legend className="sr-only">{title}</legend>
      <TextField
        name={`title of ${id}`}
        dir="auto"
        label={words.roomTitle}
        value={title}
        maxLength={limits.exhibitionTitle}
        error={error}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        rows={2}
        label={words.roomText}
        hint={words.roomTextHint}
        value={text}
        maxLength={limits.roomText}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {items.length > 0 && (
        <OrderedItems
          legend={words.onTheWalls}
          items={items.map(presented)}
          disabled={disabled}
          onChange={(ids) => onChange({ items: ids.flatMap((one) => items.find((item) => item.id === one) ?? []) })}
        />
      )}
      <div className="flex flex-wrap gap-s3">
        {worksCount < limits.roomWorks && (
          <Button kind="quiet" onClick={onAddWorks}>
            <ImagePlus {...icon} />
            {words.addWorks}
          </Button>
        )}
        {items.length - worksCount < limits.roomTexts && (
          <Button kind="quiet" onClick={() => onChange({ items: [...items, emptyText()] })}>
            <Text {...icon} />
            {words.addWallText}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
