import { readRoom } from '@mbari/contract/photos/exhibitions';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto, anImage } from '~/testing/a-photo.ts';
import { anExhibition, aRoom, aWork } from '~/testing/an-exhibition.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { Walk } from './walk.tsx';

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
