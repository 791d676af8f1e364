import { answerWorkRequest, listExhibitions, readExhibition, readRoom, updateExhibition } from '@mbari/contract/photos/exhibitions';
import { listPhotos } from '@mbari/contract/photos/feed';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage, aPhoto } from '~/testing/a-photo.ts';
import { anExhibition, aRoom, aWork } from '~/testing/an-exhibition.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy, testConflict } from '~/testing/test-form.tsx';
import { bookletSheets } from './catalogue.tsx';
import { EditRooms } from './edit-rooms.tsx';
import { ExhibitionCard } from './exhibition-card.tsx';
import { HangWork } from './hang-work.tsx';
import { OwnWorks } from './own-works.tsx';
import { Walk } from './walk.tsx';

describe('edit rooms', () => {
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
});

describe('exhibition card', () => {
  const me = aMember();
  const open = (curatorId: string) => {
    signIn('a-token', aMember({ forum_settings: { ...me.forum_settings, muted_words: ['indigo'] } }));
    const [curator] = anExhibition().curators;
    return renderScreen(<ExhibitionCard exhibition={anExhibition({ title: 'Indigo', curators: [{ ...curator!, id: curatorId }] })} />);
  };

  test('a title with a muted word is folded until the member asks for it', async () => {
    const { user } = await open('someone-else');
    expect(screen.queryByText('Indigo')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByText('Indigo')).toBeTruthy();
  });

  test('curators see their own exhibition despite their muted words', async () => {
    await open(me.id);
    expect(screen.getByText('Indigo')).toBeTruthy();
  });
});

describe('hang work', () => {
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
});

const asked = anExhibition({
  viewer: { may_edit: false, may_delete: false, is_invited: false, requests_count: 1 },
  rooms: [aRoom({ items: [aWork('photo-1', { is_own: true, state: 'requested' }), aWork('photo-2')] })],
});

function openAsked(exhibition = asked) {
  const server = fakeServer();
  signIn('a-token', aMember());
  server.answer(readRoom, { data: [aPhoto({ title: 'Dust' })], meta: { room: aRoom() } });
  server.answer(answerWorkRequest, { data: exhibition, message: '' });
  return { server, screen: renderScreen(<OwnWorks exhibition={exhibition} />) };
}

test.each([
  ['Show it', true],
  ['Decline', false],
])('an author who is asked answers with "%s"', async (name, is_accepted) => {
  const { server, screen: opened } = openAsked();
  const { user } = await opened;
  expect(await screen.findByText('The curators ask for it')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name }));
  await expect.poll(() => server.bodiesOf(answerWorkRequest)).toEqual([{ is_accepted }]);
});

test('an author withdraws a work that is shown, at any time', async () => {
  const rooms = [aRoom({ items: [aWork('photo-1', { is_own: true })] })];
  const { server, screen: opened } = openAsked({ ...asked, state: 'past', rooms, viewer: { ...asked.viewer, requests_count: 0 } });
  const { user } = await opened;
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await expect.poll(() => server.bodiesOf(answerWorkRequest)).toEqual([{ is_accepted: false }]);
});

test('curators are not asked about what they hung themselves', async () => {
  const { screen: opened } = openAsked(anExhibition({ rooms: [aRoom({ items: [aWork('photo-1', { is_own: true })] })] }));
  await opened;
  expect(screen.queryByText('Your works')).toBeNull();
});

describe('walk', () => {
  const photos = ['Dust', 'Noon'].map((title, n) => aPhoto({ id: `photo-${n + 1}`, title, images: [anImage({ id: `image-${n}` })] }));
  const exhibition = anExhibition({
    rooms: [
      aRoom({
        title: 'Shade',
        text: 'Where the afternoon is still expensive.',
        items: [aWork('photo-1'), aWork('photo-gone'), aWork('photo-asked', { state: 'requested' }), { text: 'A wall is a page.' }],
      }),
      aRoom({ title: 'Yards', items: [aWork('photo-2')] }),
    ],
  });

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn('a-token', aMember());
    // Every room answers with all works that still exist.
    fakeServer().answer(readRoom, { data: photos, meta: { room: exhibition.rooms[0]! } });
  });
  afterEach(() => void vi.useRealTimers());

  async function openWalk(startRoom = 0) {
    const onClose = vi.fn();
    await renderScreen(<Walk exhibition={exhibition} startRoom={startRoom} onClose={onClose} />);
    await screen.findByRole('dialog', { name: 'Walk through Four o’clock' });
    // The room has loaded, and the work that left no longer counts.
    await screen.findByText('Work 0 of 2');
    return onClose;
  }

  const press = (key: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key });
  const shown = () => document.querySelector('.walk-stage h2')?.textContent ?? document.querySelector('.walk-text')?.textContent;
  const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  const walkTo = (...keys: string[]) => {
    for (const key of keys) press(key);
  };

  test('the walk leads from room to room past works that left or wait for an answer', async () => {
    await openWalk();
    expect(shown()).toBe('Shade');
    const seen: unknown[] = [];
    for (let step = 0; step < 4; step += 1) {
      press('ArrowRight');
      await act(() => Promise.resolve());
      seen.push(shown());
    }
    expect(seen).toEqual(['Dust', 'A wall is a page.', 'Yards', 'Noon']);
    expect(screen.getByText('Work 2 of 2')).toBeTruthy();
    press('ArrowRight');
    expect(shown()).toBe('Noon');
  });

  test('the timer goes on eight seconds after a work has loaded, reads texts, and a key stops it', async () => {
    await openWalk();
    walkTo('ArrowRight', ' ');
    await expect.poll(shown).toBe('Dust');
    wait(20_000);
    expect(shown()).toBe('Dust');
    fireEvent.load(document.querySelector('.walk-photo img')!);
    wait(8_100);
    expect(shown()).toBe('A wall is a page.');
    wait(8_100);
    expect(shown()).toBe('A wall is a page.');
    wait(2_000);
    expect(shown()).toBe('Yards');
    press('ArrowLeft');
    wait(30_000);
    expect(shown()).toBe('A wall is a page.');
  });

  test('R opens the rooms, Escape closes them, and then leaves at the same room', async () => {
    const onClose = await openWalk();
    press('r');
    fireEvent.click(screen.getByRole('button', { name: 'Yards' }));
    expect(shown()).toBe('Yards');
    press('r');
    const escape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    escape();
    expect(onClose).not.toHaveBeenCalled();
    escape();
    expect(onClose).toHaveBeenCalledWith(1);
  });

  test('a work whose image fails keeps its label and can be tried again', async () => {
    await openWalk();
    press('ArrowRight');
    await expect.poll(shown).toBe('Dust');
    fireEvent.error(document.querySelector('.walk-photo img')!);
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect([shown(), document.querySelector('.walk-photo img') !== null]).toEqual(['Dust', true]);
  });
});

test('sheets laid into each other and folded have their pages in order', () => {
  expect(bookletSheets(8)).toEqual([
    [7, 0],
    [1, 6],
    [5, 2],
    [3, 4],
  ]);
});

test('a booklet is filled up with empty pages to whole sheets', () => {
  expect(bookletSheets(5)).toHaveLength(4);
  expect(bookletSheets(1)).toEqual([
    [3, 0],
    [1, 2],
  ]);
  expect(bookletSheets(0)).toEqual([]);
});
