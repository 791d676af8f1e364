import { changeRole, closeMemberAccount, grantMemberPlan } from '@mbari/contract/community/admin-members';
import { readSecurity } from '@mbari/contract/identity/security';
import { screen } from '@testing-library/react';
import { testForm } from '~/testing/test-form.tsx';
import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { CloseAccountDialog } from './close-account-dialog.tsx';
import { GrantDialog } from './grant-dialog.tsx';

const form = { busy: 'Saving...', failure: 'That did not work. Please try again.', answer: { message: '' } as never };

testForm('granting a plan', {
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

testForm('changing a role', {
  ...form,
  failure: 'Something went wrong. Please try again.',
  draw: (server) => {
    server.answer(readSecurity, {
      data: {
        ...{ has_password: true, email: 'admin@example.org', pending_email: null },
        ...{ passkeys: [], totp: { is_enabled: false, recovery_codes_left: 0 }, providers: [] },
      },
    });
    return <ChangeRoleDialog id="m1" newRole="moderator" label="Moderator" onClose={() => undefined} />;
  },
  fill: (user) => user.type(screen.getByLabelText('Your password'), 'four hens'),
  sends: changeRole,
  body: { role: 'moderator', password: 'four hens' },
  button: 'Change role',
  refusable: { field: 'Your password', name: 'password' },
});
