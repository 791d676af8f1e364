import { changeEmail } from '@mbari/contract/identity/account';
import { screen } from '@testing-library/react';
import { testForm } from '~/testing/test-form.tsx';
import { CorrectAddress } from './correct-address.tsx';

testForm('correcting an unverified address', {
  draw: () => <CorrectAddress />,
  reach: (user) => user.click(screen.getByRole('button', { name: 'Wrong address? Change it' })),
  fill: async (user) => {
    await user.type(screen.getByLabelText('Your email address'), 'nkem@example.com');
    await user.type(screen.getByLabelText('Password'), 'four hens in the yard');
  },
  sends: changeEmail,
  body: { email: 'nkem@example.com', password: 'four hens in the yard' },
  answer: { message: '' },
  button: 'Send the email there',
  busy: 'Sending',
  failure: 'Something went wrong. Please try again.',
  refusable: { field: 'Password', name: 'password' },
});
