import { removePasskey } from '@mbari/contract/passkeys';
import type { Passkey } from '@mbari/contract/shapes/passkeys';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmWithPassword } from '~/features/passwords/confirm-with-password.tsx';
import type { Owner } from '~/features/passwords/owner.ts';
import { waysInChanged } from '~/lib/cache-events/security.ts';
import { call } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';

interface RemovePasskeyProps {
  owner: Owner;
  passkey: Passkey;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemovePasskey({ owner, passkey, onClose, onRemoved }: RemovePasskeyProps) {
  const client = useQueryClient();
  return (
    <ConfirmWithPassword
      title="Remove passkey"
      owner={owner}
      kind="danger"
      action="Remove"
      busyWords="Removing..."
      onClose={onClose}
      onConfirm={async (confirmed) => {
        const { message } = await call(removePasskey, { params: { id: passkey.id }, body: confirmed });
        onClose();
        toast.success(message);
        await waysInChanged(client);
        onRemoved();
      }}
    >
      <p>
        Nobody can sign in with ‘<span dir="auto">{passkey.name}</span>’ any more. Delete it in your device’s settings too.
      </p>
    </ConfirmWithPassword>
  );
}
