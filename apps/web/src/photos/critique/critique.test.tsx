import { addComment } from '@mbari/contract/photos/comments';
import { markHelpful, readCritique, saveCritique, type CritiqueThread } from '@mbari/contract/photos/critique';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aComment, aThread } from '~/testing/a-comment.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage, aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { CritiquePanel } from './critique-panel.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  signIn('a-token', aMember());
});

const thread = (id: string, own: Partial<CritiqueThread> = {}): CritiqueThread => ({
  ...aThread({ id, content: `About ${id}` }),
  pin: null,
  is_helpful: false,
  ...own,
});
const request = {
  category: 'light',
  question: 'Too dark?',
  asked_at: '2026-01-01T00:00:00.000Z',
  is_hidden: false,
  critics_count: 1,
} as const;

async function show({ isOwn = false, isClosed = false, threads = [] as CritiqueThread[] } = {}) {
  server.answer(readCritique, {
    data: {
      ...request,
      is_closed: isClosed,
      threads,
      viewer: { may_edit: isOwn, may_critique: !isOwn && !isClosed, may_reply: !isClosed },
    },
  });
  for (const call of [saveCritique, markHelpful]) server.answer(call, { message: '' });
  const image = anImage();
  const { user } = await renderScreen(
    <>
      <div className="viewer-photo" />
      <CritiquePanel photo={aPhoto({ has_critique: true })} image={image} onShow={() => undefined}>
        <p>The comments</p>
      </CritiquePanel>
    </>,
  );
  await screen.findByText('Too dark?');
  return user;
}

const pinned = (id: string, x: number, y: number) => thread(id, { pin: { image_id: 'image-1', x, y } });

test('pins are numbered, named by their place, and open their thread', async () => {
  const user = await show({ threads: [thread('whole'), pinned('arch', 0.1, 0.1), pinned('shadow', 0.5, 0.9)] });
  const pin = await screen.findByRole('button', { name: 'Pin 2, lower centre: About shadow, by Bisi' });
  await user.click(pin);
  expect(pin.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: 'Pin 2, lower centre', expanded: true })).toBeDefined();
  expect(screen.getAllByRole('listitem').map((item) => within(item).getByText(/^About/).textContent)).toEqual([
    'About arch',
    'About shadow',
    'About whole',
  ]);
  await user.keyboard('n');
  const whole = screen.getByRole('button', { name: 'On the whole photo', expanded: true });
  await expect.poll(() => document.activeElement).toBe(whole);
  expect(screen.getByText('3 of 3')).toBeDefined();
  await user.keyboard('{Shift>}N{/Shift}h');
  expect(screen.queryByRole('button', { name: /^Pin .*by Bisi/ })).toBeNull();
});

test('the keyboard places a pin: P, arrows, Enter', async () => {
  server.answer(addComment, { message: '', data: aComment({ id: 'new' }) });
  const user = await show();
  await user.keyboard('p');
  await user.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}{Enter}');
  await user.type(screen.getByLabelText('Your critique'), 'Wait for the light');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await expect
    .poll(() => server.bodiesOf(addComment))
    .toEqual([{ content: 'Wait for the light', critique: { image_id: 'image-1', x: 0.51, y: 0.45 } }]);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Place a pin' }));
});

test('the author marks a point as helpful, closes the critique and undoes that', async () => {
  const user = await show({ isOwn: true, threads: [pinned('arch', 0.1, 0.1)] });
  expect(screen.queryByRole('button', { name: 'Place a pin' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Mark as helpful' }));
  await expect.poll(() => server.bodiesOf(markHelpful)).toEqual([{ is_helpful: true }]);
  await user.click(screen.getByRole('button', { name: 'Close critique' }));
  await expect.poll(() => server.bodiesOf(saveCritique)).toMatchObject([{ is_closed: true }]);
});

test('a closed critique is read-only, and the comments are in another tab', async () => {
  const user = await show({ isClosed: true, threads: [pinned('arch', 0.1, 0.1)] });
  for (const name of ['Place a pin', 'Reply to Bisi']) expect(screen.queryByRole('button', { name })).toBeNull();
  await user.click(screen.getByRole('tab', { name: /Comments/ }));
  expect(screen.getByText('The comments')).toBeDefined();
  expect(screen.queryByText('Too dark?')).toBeNull();
});
