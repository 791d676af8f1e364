import { type Exhibition, updateExhibition } from '@mbari/contract/photos/exhibitions';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/exhibitions';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { OrderedItems } from '~/photos/series/ordered-works.tsx';
import { exhibitionChanged, exhibitionOutdated } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { EditConflict, useForm } from '~/platform/lib/use-form.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { EditDialog } from '~/platform/ui/edit-dialog.tsx';
import { type DraftItem, draftOf, type DraftRoom, emptyRoom, outlineOf, sentRooms, worksIn } from './draft-rooms.ts';
import { EditRoom } from './edit-room.tsx';
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
