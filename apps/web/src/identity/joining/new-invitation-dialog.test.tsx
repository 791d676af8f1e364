import { createInvitation } from '@mbari/contract/identity/invitations';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { NewInvitationDialog } from './new-invitation-dialog.tsx';

const link = 'https://mbari.example/register#invited';
const dialog = () => <NewInvitationDialog maximum={{ most_uses: 5, most_days: 30 }} onClose={() => undefined} />;

testForm('a new invitation', {
  draw: dialog,
  fill: async (user) => {
    await user.type(screen.getByLabelText(/Who is it for/), ' Aunt Ngozi ');
    await user.selectOptions(screen.getByLabelText('How long it lasts'), '30');
  },
  sends: createInvitation,
  body: { note: 'Aunt Ngozi', max_uses: 1, days: 30 },
  answer: { link } as never,
  button: 'Create link',
  busy: 'Creating link',
  failure: 'The link could not be created.',
  refusable: { field: 'How many people', name: 'max_uses' },
});

test('the dialog offers no more days than allowed and shows the new link once', async () => {
  fakeServer().answer(createInvitation, { link } as never);
  const { user } = await renderScreen(dialog());
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['1 day', '7 days', '30 days']);
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  await screen.findByRole('heading', { name: 'Your link is ready' });
  expect(screen.getByLabelText('Link')).toHaveProperty('value', link);
});
