import { answerWorkRequest, readRoom } from '@mbari/contract/photos/exhibitions';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { anExhibition, aRoom, aWork } from '~/testing/an-exhibition.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { OwnWorks } from './own-works.tsx';

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
