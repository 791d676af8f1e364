import { readInterests, readMe, replaceInterests, updateProfile } from '@mbari/contract/people/members';
import * as sentences from '@mbari/contract/platform/sentences';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '~/people/profiles/profile-queries.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { EditProfile } from './edit-profile.tsx';

const category = (number: number, name: string) => ({
  id: `01890000-0000-7000-8000-0000000000a${number}`,
  name,
  slug: name.toLowerCase(),
});
const carving = category(1, 'Carving');
const weaving = category(2, 'Weaving');

const profile = {
  ...aMember({ date_of_birth: '1990-04-12', gender: 'female', interests: [carving.id], avatar_url: '/avatars/gele.svg' }),
} as unknown as Profile;

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.answer(readInterests, { available: [carving, weaving], selected: [carving] });
  server.answer(readMe, { data: aMember() });
  signIn('a-token', aMember());
});

const updated = { data: aMember(), message: 'Profile updated' };

async function openEditor(shownProfile = profile) {
  const onClose = vi.fn<() => void>();
  const { user, router } = await renderScreen(<EditProfile profile={shownProfile} onClose={onClose} />);
  return { user, router, onClose, save: () => user.click(screen.getByRole('button', { name: /^Sav/ })) };
}

async function retype(user: Awaited<ReturnType<typeof openEditor>>['user'], label: string, text: string) {
  await user.clear(screen.getByLabelText(label));
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

test('only changed fields are sent, and the dialog closes', async () => {
  server.answer(updateProfile, updated);
  const { user, save, onClose } = await openEditor();
  await retype(user, 'Name', 'Nkem O.');
  await save();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.bodiesOf(updateProfile)).toEqual([{ name: 'Nkem O.' }]);
  expect(server.bodiesOf(replaceInterests)).toEqual([]);
  await expect.poll(shownToasts).toEqual([sentences.profileUpdated]);
});

test('removing an interest also leaves out interests that admins have deleted', async () => {
  const deletedInterestId = '01890000-0000-7000-8000-0000000000ff';
  server.answer(replaceInterests, { available: [], selected: [weaving], message: '' });
  const { user, save, onClose } = await openEditor({ ...profile, interests: [carving.id, deletedInterestId, weaving.id] });
  await user.click(await screen.findByRole('checkbox', { name: 'Carving' }));
  await save();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.bodiesOf(replaceInterests)).toEqual([{ category_ids: [weaving.id] }]);
});

test('changed interests are sent without other fields', async () => {
  server.answer(replaceInterests, { available: [], selected: [carving, weaving], message: '' });
  const { user, save, onClose } = await openEditor();
  await user.click(await screen.findByLabelText('Weaving'));
  await save();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.bodiesOf(replaceInterests)).toEqual([{ category_ids: [carving.id, weaving.id] }]);
  expect(server.bodiesOf(updateProfile)).toEqual([]);
});

test('errors are shown under their fields before sending; the first gets the focus', async () => {
  const { user, save } = await openEditor();
  await user.clear(screen.getByLabelText('Name'));
  await retype(user, 'Instagram', 'not an address');
  await save();
  await screen.findByText('The name is required.');
  expect(describedBy(screen.getByLabelText('Name'))).toBe('The name is required.');
  expect(describedBy(screen.getByLabelText('Instagram'))).toContain('must be a web address');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(server.bodiesOf(updateProfile)).toEqual([]);
});

test('a server error is shown under its field, which gets the focus', async () => {
  server.refuse(updateProfile, {
    status: 422,
    code: 'validation',
    errors: { 'social_links.github': ['The link must be a web address (https://…).'] },
  });
  const { user, save, onClose } = await openEditor();
  await retype(user, 'GitHub', 'https://github.com/nkem');
  await save();
  await screen.findByText('The link must be a web address (https://…).');
  expect(document.activeElement).toBe(screen.getByLabelText('GitHub'));
  expect(screen.getByLabelText('GitHub').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(shownToasts).toEqual([sentences.profileUpdateFailed]);
  expect(onClose).not.toHaveBeenCalled();
});

test('a lost connection keeps the dialog and its input', async () => {
  const { user, save, onClose } = await openEditor();
  await retype(user, 'Name', 'Nkem O.');
  await save();
  await screen.findByText('The connection dropped. What you typed is still here.');
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Nkem O.');
  expect(onClose).not.toHaveBeenCalled();
});

test('a double click sends once', async () => {
  const answer = server.keepWaiting(updateProfile);
  const { user, save, onClose } = await openEditor();
  await retype(user, 'Name', 'Nkem O.');
  await save();
  await save();
  expect(server.bodiesOf(updateProfile)).toHaveLength(1);
  answer(updated);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test('closing with changes asks for confirmation', async () => {
  const { user, onClose } = await openEditor();
  await retype(user, 'Name', 'Nkem O.');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  const question = screen.getByRole('dialog', { name: 'Discard changes?' });
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(question.isConnected).toBe(false);
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Nkem O.');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('closing without changes asks for no confirmation', async () => {
  const { user, onClose } = await openEditor();
  await user.click(await screen.findByLabelText('Weaving'));
  await user.click(screen.getByLabelText('Weaving'));
  await user.type(screen.getByLabelText('Name'), '  ');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText('Discard changes?')).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
});

test('leaving the page with changes asks for confirmation', async () => {
  const { user, router } = await openEditor();
  await retype(user, 'Name', 'Nkem O.');
  void router.navigate({ to: '/feed' });
  await screen.findByText('Discard changes?');
  expect(router.state.location.pathname).toBe('/');
});
