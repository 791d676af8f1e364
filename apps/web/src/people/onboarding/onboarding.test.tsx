import { type CurrentUser, readInterests, readMe, replaceInterests, updateProfile } from '@mbari/contract/people/members';
import * as sentences from '@mbari/contract/platform/sentences';
import { noRoom } from '@mbari/words/onboarding';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { Onboarding } from './onboarding.tsx';

const completeAnswers = { gender: 'female', date_of_birth: '1990-04-04', occupation: 'Weaver', bio: 'I dye cloth.' } as const;
const interests = [{ id: 'c1', name: 'Textile', slug: 'textile' }];

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  sessionStorage.clear();
  server.answer(readInterests, { available: interests, selected: [] });
});

async function openOnboarding(userChanges: Partial<CurrentUser> = {}) {
  signIn('a-token', aMember({ has_onboarding: false, bio: null, ...userChanges }));
  return renderScreen(<Onboarding />, { path: '/onboarding' });
}
const press = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.findByLabelText(label);

async function openAtEnd() {
  const screenState = await openOnboarding(completeAnswers);
  await screenState.user.click(await screen.findByRole('checkbox', { name: 'Textile' }));
  return screenState;
}

test('missing fields are reported, the first gets the focus, and the next step stays closed', async () => {
  const { user } = await openOnboarding();
  await user.click(await press('Next'));
  await screen.findByRole('heading', { name: 'About you' });
  await user.click(await press('Next'));
  expect(describedBy(await field('Gender'))).toContain('Please choose one.');
  expect(describedBy(await field('Occupation'))).toContain('Please tell us what you do.');
  expect(document.activeElement).toBe(await field('Gender'));
});

test('filling a field removes its error, and missing fields keep their errors', async () => {
  const { user } = await openOnboarding();
  await user.click(await press('Next'));
  await screen.findByRole('heading', { name: 'About you' });
  await user.click(await press('Next'));
  await user.type(await field('Occupation'), 'Weaver');
  expect(describedBy(await field('Occupation'))).not.toContain('Please tell us what you do.');
  expect(describedBy(await field('Gender'))).toContain('Please choose one.');
});

test('a newly opened step shows no errors', async () => {
  const { user } = await openOnboarding({ ...completeAnswers, bio: null });
  await screen.findByRole('heading', { name: 'In your words' });
  expect(describedBy(await field('Bio'))).not.toContain('Please write a sentence about yourself.');
  await user.type(await field('Bio'), 'I dye cloth.');
  await user.click(await press('Next'));
  await screen.findByRole('heading', { name: 'What are you interested in?' });
  expect(screen.queryByText('Please choose at least one.')).toBeNull();
});

test('a double click sends once, and the button is busy', async () => {
  const answer = server.keepWaiting(updateProfile);
  const { user, router } = await openAtEnd();
  await user.click(await press('Complete'));
  await user.click(await press('Saving...'));
  expect((await press('Saving...')).getAttribute('aria-busy')).toBe('true');
  server.answer(replaceInterests, { available: [], selected: [], message: '' });
  server.answer(readMe, { data: aMember(completeAnswers) });
  answer({ data: aMember(completeAnswers), message: '' });
  await expect.poll(() => router.state.location.pathname).toBe('/feed');
  expect(server.bodiesOf(updateProfile)).toMatchObject([completeAnswers]);
  expect(server.bodiesOf(replaceInterests)).toEqual([{ category_ids: ['c1'] }]);
});

test('a refusal of an earlier step opens it and keeps the answers', async () => {
  server.refuse(updateProfile, { status: 422, errors: { occupation: ['This occupation is not taken here.'] } });
  const { user } = await openAtEnd();
  await user.click(await press('Complete'));
  await screen.findByRole('heading', { name: 'About you' });
  expect(describedBy(await field('Occupation'))).toContain('This occupation is not taken here.');
  expect(await field('Occupation')).toHaveProperty('value', 'Weaver');
  expect(shownToasts()).toEqual(['This occupation is not taken here.']);
  await user.type(await field('Occupation'), '!');
  expect(describedBy(await field('Occupation'))).not.toContain('This occupation is not taken here.');
});

test('refused interests show the error, and the first interest gets the focus', async () => {
  server.answer(updateProfile, { data: aMember(completeAnswers), message: '' });
  server.refuse(replaceInterests, { status: 422, errors: { category_ids: ['No such interest.'] } });
  const { user } = await openAtEnd();
  await user.click(await press('Complete'));
  await screen.findByText('No such interest.');
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Textile' }));
});

test('a full disk is reported at the photo', async () => {
  server.refuse(updateProfile, { status: 507, code: 'storage_full', message: 'There is no room.' });
  const { user } = await openAtEnd();
  await user.click(await press('Complete'));
  await screen.findByText('Step 1 of 4');
  expect(shownToasts()).toEqual([noRoom]);
  expect(describedBy(await field('Choose a photo'))).toContain(noRoom);
});

test('a failed request is reported, and sending can be repeated', async () => {
  const { user } = await openAtEnd();
  await user.click(await press('Complete'));
  await expect.poll(shownToasts).toEqual([sentences.profileUpdateFailed]);
  expect(screen.getByRole('checkbox', { name: 'Textile' })).toHaveProperty('checked', true);
  expect((await press('Complete')).getAttribute('aria-busy')).toBeNull();
});
