import { type Passkey, renamePasskey } from '@mbari/contract/identity/passkeys';
import { screen } from '@testing-library/react';
import { testForm } from '~/testing/test-form.tsx';
import { RenamePasskey } from './rename-passkey.tsx';

testForm('renaming a passkey', {
  draw: () => <RenamePasskey passkey={{ id: 'k1', name: 'Phone' } as Passkey} onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Name'), ' of mine'),
  sends: renamePasskey,
  body: { name: 'Phone of mine' },
  answer: { message: '' } as never,
  button: 'Save',
  busy: 'Saving...',
  failure: 'Something went wrong. Please try again.',
  refusable: { field: 'Name', name: 'name' },
});
