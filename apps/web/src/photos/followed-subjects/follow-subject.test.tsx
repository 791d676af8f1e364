import { followTag, listFollowedSubjects, unfollowTag } from '@mbari/contract/photos/followed-subjects';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { FollowSubject } from './follow-subject.tsx';
import { followedSubjects } from './followed-subjects-query.ts';

function Page() {
  const { data } = useQuery(followedSubjects);
  return data?.tags.map((tag) => <FollowSubject key={tag.tag} subject={tag} />);
}

function serverWith(is_following: boolean) {
  const server = fakeServer();
  server.answer(listFollowedSubjects, { data: { tags: [{ tag: 'Lagos', is_following }], categories: [] } });
  return server;
}

const lead = () => screen.queryByRole('link', { name: 'Show in Following feed' });

test('an unfollowed tag stays, so that it can be followed again', async () => {
  const server = serverWith(true);
  server.answer(unfollowTag, { message: '', data: { is_following: false } });
  const { user } = await renderScreen(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Following #Lagos', pressed: true }));
  await screen.findByRole('button', { name: 'Follow #Lagos', pressed: false });
  expect(server.bodiesOf(unfollowTag)).toHaveLength(1);
});

test('a refused follow is reverted, with the reason', async () => {
  const server = serverWith(false);
  server.refuse(followTag, { status: 409, code: 'conflict', message: 'You can follow at most 200 tags. Unfollow one first.' });
  const { user } = await renderScreen(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Follow #Lagos', pressed: false }));
  await expect.poll(shownToasts).toEqual(['You can follow at most 200 tags. Unfollow one first.']);
  await screen.findByRole('button', { name: 'Follow #Lagos', pressed: false });
});

test.each([
  [false, true],
  [true, false],
])('the way to the setting is shown only while the setting is off: %s', async (on, isShown) => {
  serverWith(true);
  signIn('a-token', aMember({ forum_settings: { ...aMember().forum_settings, tags_in_following: on } }));
  await renderScreen(<Page />);
  await screen.findByRole('button', { name: 'Following #Lagos' });
  expect(lead() !== null).toBe(isShown);
});
