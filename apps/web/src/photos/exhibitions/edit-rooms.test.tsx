import { readRoom, updateExhibition } from '@mbari/contract/photos/exhibitions';
import { listPhotos } from '@mbari/contract/photos/feed';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { anExhibition, aRoom, aWork } from '~/testing/an-exhibition.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testConflict } from '~/testing/test-conflict.tsx';
import { EditRooms } from './edit-rooms.tsx';

const photos = ['Dust', 'Noon', 'Rain'].map((title, n) => aPhoto({ id: `photo-${n + 1}`, title }));
const rooms = [
  aRoom({ title: 'Shade', items: [aWork('photo-1'), { text: 'A wall is a page.' }, aWork('photo-2', { state: 'requested' })] }),
  aRoom({ title: 'Yards', items: [] }),
];
const exhibition = anExhibition({ rooms });

function openEditor() {
  const server = fakeServer();
  signIn('a-token', aMember());
  server.answer(readRoom, { data: photos.slice(0, 2), meta: { room: rooms[0]! } });
  server.answer(updateExhibition, { data: exhibition, message: '' });
  return server;
}

testConflict('the rooms of an exhibition', {
  draw: (server) => {
    server.answer(readRoom, { data: photos.slice(0, 2), meta: { room: rooms[0]! } });
    return <EditRooms exhibition={anExhibition({ rooms: [aRoom({ title: 'Shade', items: [] })] })} onClose={() => undefined} />;
  },
  fill: async (user) => {
    await user.clear(await screen.findByLabelText('Name of the room'));
    await user.type(screen.getByLabelText('Name of the room'), 'Mine');
  },
  sends: updateExhibition,
  answer: { data: anExhibition({ version: 5 }), message: '' },
  button: 'Save changes',
  stored: anExhibition({ rooms: [aRoom({ title: 'Theirs', items: [] })], version: 4 }),
  field: 'Rooms',
  mine: '1. Mine',
  theirs: '1. Theirs',
  input: () => ({ value: `1. ${screen.getByLabelText<HTMLInputElement>('Name of the room').value}` }),
  name: 'rooms',
  sent: 'Mine',
});

test('works, texts and rooms are ordered by buttons and sent as one arrangement', async () => {
  const server = openEditor();
  const { user } = await renderScreen(<EditRooms exhibition={exhibition} onClose={() => undefined} />);
  expect(await screen.findByText('Waits for its author’s answer')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Move Noon up' }));
  fireEvent.change(screen.getByLabelText('Wall text'), { target: { value: 'Nobody builds a wall for its shadow.' } });
  await user.click(screen.getByRole('button', { name: 'Move Yards up' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect
    .poll(() => server.bodiesOf(updateExhibition))
    .toEqual([
      {
        version: 3,
        rooms: [
          { title: 'Yards', text: '', items: [] },
          {
            title: 'Shade',
            text: '',
            items: [{ photo_id: 'photo-1' }, { photo_id: 'photo-2' }, { text: 'Nobody builds a wall for its shadow.' }],
          },
        ],
      },
    ]);
});

test('a new room needs a name, and its works are found among all members’ posts', async () => {
  const server = openEditor();
  server.answer(listPhotos, { data: photos, meta: { total: 3, total_is_capped: false, next_cursor: null } } as never);
  const { user } = await renderScreen(<EditRooms exhibition={exhibition} onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Add a room' }));
  await user.click(screen.getByRole('button', { name: 'Shade 2 works' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('The room needs a name.')).toBeTruthy();
  await user.type(screen.getByLabelText('Name of the room'), 'Door');
  await user.click(screen.getByRole('button', { name: 'Add works' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add works' }));
  // Works that already hang are not offered again.
  await user.click(await dialog.findByRole('checkbox', { name: 'Choose Rain' }));
  expect(dialog.queryByRole('checkbox', { name: 'Choose Dust' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Add 1 work' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect
    .poll(() => server.bodiesOf(updateExhibition))
    .toMatchObject([{ rooms: [{}, {}, { title: 'Door', items: [{ photo_id: 'photo-3' }] }] }]);
});
