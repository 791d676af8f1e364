import { addPasskey, startPasskey } from '@mbari/contract/identity/passkeys';
import * as limits from '@mbari/contract/platform/limits';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/passkeys';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmWithPassword, type Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { requireCreationOptions } from './browser-options.ts';

interface AddPasskeyProps {
  owner: Owner;
  /** Name of this device, and default name of the passkey. */
  device: string | undefined;
  onClose: () => void;
}

export function AddPasskey({ owner, device, onClose }: AddPasskeyProps) {
  const client = useQueryClient();
  return (
    <ConfirmWithPassword
      title={words.add}
      owner={owner}
      action={words.continueAdding}
      busyWords={words.waiting}
      onClose={onClose}
      errorText={browserErrorText}
      onConfirm={async (confirmed, { name = '' }) => {
        const { data } = await call(startPasskey, { body: confirmed });
        const response = await createPasskey(data);
        await call(addPasskey, { body: { name: name.trim() || (device ?? words.passkey), response } });
        onClose();
        toast.success(answers.passkeyAdded);
        await signInMethodsChanged(client);
      }}
      renderFields={(errors) => (
        <TextField
          label={words.name}
          name="name"
          defaultValue={device ?? words.passkey}
          maxLength={limits.passkeyName}
          autoComplete="off"
          dir="auto"
          hint={words.nameHint}
          error={errors['name']}
        />
      )}
    >
      <p>{words.deviceWillAsk}</p>
    </ConfirmWithPassword>
  );
}

/** Creates a passkey; loads the library on first use. */
async function createPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return { ...(await startRegistration({ optionsJSON: requireCreationOptions(options) })) };
}

/** The browser throws on cancellation, or if the device already has a passkey of this account. */
function browserErrorText(error: unknown): string | undefined {
  if (error instanceof CallRefused || !(error instanceof Error)) return undefined;
  if (error.name === 'InvalidStateError') return words.hasOne;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return words.cancelled;
  if (error.name === 'SecurityError') return words.wrongAddress;
  return undefined;
}
