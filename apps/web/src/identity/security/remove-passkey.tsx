import { type Passkey, removePasskey } from '@mbari/contract/identity/passkeys';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/passkeys';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmWithPassword, type Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';

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
      title={words.removeTitle}
      owner={owner}
      kind="danger"
      action={words.remove}
      busyWords={words.removing}
      onClose={onClose}
      onConfirm={async (confirmed) => {
        await call(removePasskey, { params: { id: passkey.id }, body: confirmed });
        onClose();
        toast.success(answers.passkeyRemoved);
        await signInMethodsChanged(client);
        onRemoved();
      }}
    >
      <p>
        <Phrase parts={words.removeHint({ name: passkey.name, passkey: (text) => <span dir="auto">{text}</span> })} />
      </p>
    </ConfirmWithPassword>
  );
}
