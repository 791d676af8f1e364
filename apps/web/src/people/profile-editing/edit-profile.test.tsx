import { readInterests, readMe, replaceInterests, updateProfile } from '@mbari/contract/people/members';
import { customiseProfile } from '@mbari/contract/people/profiles';
import * as sentences from '@mbari/contract/platform/sentences';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Profile } from '~/people/profiles/profile-queries.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy, testForm } from '~/testing/test-form.tsx';
import { CustomiseProfile } from './customise-profile.tsx';
import { EditProfile } from './edit-profile.tsx';

describe('edit profile', () => {
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
});

describe('customise profile', () => {
  const profile = { username: 'nkem', customisation: { cover: null, accent: null, pinned: [] } } as unknown as Profile;
  const dialog = () => <CustomiseProfile profile={profile} onClose={() => undefined} />;
  const member = { viewer: { ...aMember().viewer, may_customise: true } };

  testForm('customising a profile', {
    draw: dialog,
    member,
    fill: (user) => user.click(screen.getByRole('radio', { name: 'Indigo' })),
    sends: customiseProfile,
    body: { accent: 'indigo' },
    answer: { message: '' } as never,
    button: 'Save changes',
    busy: 'Saving...',
    failure: 'The connection dropped. Your choices are still here.',
  });

  test('a refused accent is reported at its field, which gets the focus', async () => {
    fakeServer().refuse(customiseProfile, { status: 422, errors: { accent: ['No such accent.'] } });
    signIn('a-token', aMember(member));
    const { user } = await renderScreen(dialog());
    await user.click(screen.getByRole('radio', { name: 'Indigo' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const error = await screen.findByText('No such accent.');
    const group = screen.getByRole('group', { name: 'Accent' });
    expect(error.closest('fieldset')).toBe(group);
    expect(document.querySelector(`#${CSS.escape(group.getAttribute('aria-describedby')!)}`)).toBe(error.closest('[id]'));
    expect(document.activeElement).toHaveProperty('name', 'accent');
  });

  test('closing with changes needs a confirmation', async () => {
    fakeServer();
    signIn('a-token', aMember(member));
    const { user } = await renderScreen(dialog());
    await user.click(screen.getByRole('radio', { name: 'Indigo' }));
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('heading', { name: 'Discard changes?' })).toBeDefined();
  });

  test('members without a plan see a description instead of the form', async () => {
    fakeServer();
    signIn('a-token', aMember());
    await renderScreen(dialog());
    expect(screen.getByRole('heading', { name: 'Make it yours' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });
});
