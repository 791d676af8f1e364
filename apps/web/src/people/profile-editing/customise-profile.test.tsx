import { customiseProfile } from '@mbari/contract/people/profiles';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Profile } from '~/people/profiles/profile-queries.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { CustomiseProfile } from './customise-profile.tsx';

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
