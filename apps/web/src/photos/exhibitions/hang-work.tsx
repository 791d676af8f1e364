import { listExhibitions, updateExhibition } from '@mbari/contract/photos/exhibitions';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/exhibitions';
import { hang as title } from '@mbari/words/photo-page';
import { saving } from '@mbari/words/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { exhibitionChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { exhibitionListKey } from '~/platform/lib/query-keys.ts';
import { toast } from '~/platform/lib/toast.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { SelectField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { draftOf, sentRooms, worksIn } from './draft-rooms.ts';
import { exhibitionById } from './exhibition-queries.ts';

/** Hangs a post at the end of a room of an exhibition that the viewer curates. Its author is asked. */
export function HangWork({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const client = useQueryClient();
  const list = useQuery({
    queryKey: exhibitionListKey('curated'),
    queryFn: async ({ signal }) => (await call(listExhibitions, { query: { state: 'curated', per_page: '50' }, signal })).data,
  });
  const [chosen, setChosen] = useState('');
  const chosenId = chosen || list.data?.[0]?.id;
  const shown = useQuery({ ...exhibitionById(chosenId ?? ''), enabled: chosenId !== undefined });
  const exhibition = shown.data;
  const rooms = exhibition ? draftOf(exhibition) : [];
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { room: '0' },
    check: ({ room }): FieldErrors => {
      if (worksIn(rooms).includes(photo.id)) return { exhibition: [words.hangsAlready] };
      if (rooms.length === 0) return { exhibition: [words.noRoomsHint] };
      const isFull = worksIn(rooms.slice(Number(room), Number(room) + 1)).length >= limits.roomWorks;
      return isFull ? { room: [words.roomFull({ most: limits.roomWorks })] } : {};
    },
    send: async ({ room }) => {
      if (!exhibition) return;
      const hung = rooms.map((one, index) =>
        index === Number(room) ? { ...one, items: [...one.items, { id: photo.id, kind: 'work' as const }] } : one,
      );
      const body = { rooms: sentRooms(hung), version: exhibition.version };
      const { data } = await call(updateExhibition, { params: { id: exhibition.id }, body });
      exhibitionChanged(client, data);
      onClose();
      toast.success(photo.viewer.may_edit ? words.hung : words.hungIfAccepted);
    },
    failed: words.saveFailed,
    onOutdated: () => void shown.refetch(),
  });
  const hasNoRooms = exhibition !== undefined && rooms.length === 0;
  const failed = list.isError ? list : shown.isError && shown;
  return (
    <FormDialog title={title} action={words.hangAction} busy={busy && saving} {...{ onSubmit, onClose }}>
      {failed && (
        <FetchFailed
          message={failed === list ? words.listFailed : words.failed}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
      <SelectField
        label={words.kindOnly}
        name="exhibition"
        dir="auto"
        value={chosenId ?? ''}
        hint={hasNoRooms ? words.noRoomsHint : undefined}
        error={errors['exhibition']}
        onChange={({ target }) => {
          setChosen(target.value);
          change({ room: '0' });
        }}
      >
        {list.data?.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </SelectField>
      {!hasNoRooms && (
        <SelectField
          label={words.room}
          name="room"
          dir="auto"
          hint={photo.viewer.may_edit ? undefined : words.willAsk}
          value={values.room}
          error={errors['room']}
          onChange={({ target }) => change({ room: target.value })}
        >
          {rooms.map((room, index) => (
            <option key={room.id} value={index}>
              {words.numberedRoom({ number: index + 1, title: room.title })}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}
