import * as limits from '@mbari/contract/limits';
import { addPasskey, startPasskey } from '@mbari/contract/passkeys';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmWithPassword } from '~/features/passwords/confirm-with-password.tsx';
import type { Owner } from '~/features/passwords/owner.ts';
import { waysInChanged } from '~/lib/cache-events/security.ts';
import { call, CallRefused } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { TextField } from '~/ui/field.tsx';
import { isCreationOptions, unknownOptions } from './browser-options.ts';

interface AddPasskeyProps {
  owner: Owner;
  /** The name of this device, and of the passkey until its owner gives it another. */
  device: string | undefined;
  onClose: () => void;
}

export function AddPasskey({ owner, device, onClose }: AddPasskeyProps) {
  const client = useQueryClient();
  return (
    <ConfirmWithPassword
      title="Add a passkey"
      owner={owner}
      action="Continue"
      busyWords="Waiting for your device..."
      onClose={onClose}
      otherwise={wordsOfBrowser}
      onConfirm={async (confirmed, { name = '' }) => {
        const { data } = await call(startPasskey, { body: confirmed });
        const response = await makePasskey(data);
        const { message } = await call(addPasskey, { body: { name: name.trim() || (device ?? 'Passkey'), response } });
        onClose();
        toast.success(message);
        await waysInChanged(client);
      }}
      renderFields={(errors) => (
        <TextField
          label="Name"
          name="name"
          defaultValue={device ?? 'Passkey'}
          maxLength={limits.passkeyName}
          autoComplete="off"
          dir="auto"
          hint="So that you know it again"
          error={errors['name']}
        />
      )}
    >
      <p>Your device will ask for your finger, your face or its code.</p>
    </ConfirmWithPassword>
  );
}

/** Has the browser create a passkey. The library is loaded with the first one. */
async function makePasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  if (!isCreationOptions(options)) throw new TypeError(unknownOptions);
  return { ...(await startRegistration({ optionsJSON: options })) };
}

/** The browser throws where the member cancels, or the device has a passkey of this account already. */
function wordsOfBrowser(error: unknown): string | undefined {
  if (error instanceof CallRefused || !(error instanceof Error)) return undefined;
  if (error.name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'No passkey was made. You can try again.';
  if (error.name === 'SecurityError') return 'Passkeys work at this community’s own address only, and not at the one you opened.';
  return undefined;
}
