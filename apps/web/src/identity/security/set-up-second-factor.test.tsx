import { confirmTotp, startTotp } from '@mbari/contract/identity/security';
import { screen } from '@testing-library/react';
import { testForm } from '~/testing/test-form.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

testForm('the first code of the authenticator app', {
  draw: (server) => {
    server.answer(startTotp, { data: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Mbari:nkem?secret=ABCDEFGHIJKLMNOP' } });
    return (
      <SetUpSecondFactor owner={{ hasPassword: true, email: 'nkem@example.org' }} onClose={() => undefined} onDone={() => undefined} />
    );
  },
  reach: async (user) => {
    await user.type(screen.getByLabelText('Your password'), 'four hens');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByLabelText('Code from the app');
  },
  fill: (user) => user.type(screen.getByLabelText('Code from the app'), '123456'),
  sends: confirmTotp,
  body: { code: '123456' },
  answer: { recovery_codes: ['abcd-efgh'], message: '' },
  button: 'Turn on',
  busy: 'Checking...',
  failure: 'Something went wrong. Please try again.',
  refusable: { field: 'Code from the app', name: 'code' },
});
