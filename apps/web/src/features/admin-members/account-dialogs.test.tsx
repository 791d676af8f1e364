import { closeMemberAccount, grantMemberPlan } from '@mbari/contract/admin-members';
import { screen } from '@testing-library/react';
import { testForm } from '~/testing/test-form.tsx';
import { CloseAccountDialog } from './close-account-dialog.tsx';
import { GrantDialog } from './grant-dialog.tsx';

const form = { busy: 'Saving...', failure: 'That did not work. Please try again.', answer: { message: '' } as never };

testForm('giving a plan', {
  ...form,
  draw: () => <GrantDialog id="m1" onClose={() => undefined} />,
  fill: async (user) => {
    await user.type(screen.getByLabelText('Name of the plan'), ' for a year');
    await user.type(screen.getByLabelText('Until'), '2030-05-01');
  },
  sends: grantMemberPlan,
  body: { name: 'Premium for a year', ends_at: new Date('2030-05-01T23:59:59').toISOString() },
  button: 'Give a plan',
  refusable: { field: 'Until', name: 'ends_at' },
});

testForm('closing an account', {
  ...form,
  draw: () => <CloseAccountDialog id="m1" onClose={() => undefined} />,
  sends: closeMemberAccount,
  body: null,
  button: 'Close account',
});
