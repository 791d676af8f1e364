import { listExhibitions, readExhibition, updateExhibition } from '@mbari/contract/photos/exhibitions';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aPhoto } from '~/testing/a-photo.ts';
import { anExhibition, aRoom, aWork } from '~/testing/an-exhibition.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { HangWork } from './hang-work.tsx';

const exhibition = anExhibition({
  rooms: [aRoom({ items: [aWork('photo-2')] }), aRoom({ title: 'South room', text: '', items: [{ text: 'A wall text' }] })],
});

async function open(photo = aPhoto()) {
  const server = fakeServer();
  const onClose = vi.fn<() => void>();
  server.answer(listExhibitions, { data: [exhibition], meta: { per_page: 50, next_cursor: null } });
  server.answer(readExhibition, { data: exhibition });
  server.answer(updateExhibition, { data: exhibition, message: '' });
  const { user } = await renderScreen(<HangWork photo={photo} onClose={onClose} />);
  await screen.findByRole('option', { name: '2. South room' });
  return { server, user, onClose };
}

test('a curator hangs a photo at the end of a room, and the rest stays', async () => {
  const { server, user, onClose } = await open();
  await user.selectOptions(screen.getByLabelText('Room'), '2. South room');
  await user.click(screen.getByRole('button', { name: 'Hang' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const [body] = server.bodiesOf(updateExhibition);
  expect(body).toMatchObject({
    version: exhibition.version,
    rooms: [{ items: [{ photo_id: 'photo-2' }] }, { title: 'South room', items: [{ text: 'A wall text' }, { photo_id: aPhoto().id }] }],
  });
  expect(shownToasts()).toEqual(['The work hangs in the exhibition']);
});

test('a photo hangs only once', async () => {
  const { server, user } = await open(aPhoto({ id: 'photo-2' }));
  await user.click(screen.getByRole('button', { name: 'Hang' }));
  expect(describedBy(screen.getByLabelText('Exhibition'))).toBe('The photo is in this exhibition already.');
  expect(server.bodiesOf(updateExhibition)).toEqual([]);
});
