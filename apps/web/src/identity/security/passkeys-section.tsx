import type { Passkey } from '@mbari/contract/identity/passkeys';
import type { SignedInDevice } from '@mbari/contract/identity/sessions';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/passkeys';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { deviceName } from '~/platform/lib/device-name.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { RemovePasskey } from './remove-passkey.tsx';
import { RenamePasskey } from './rename-passkey.tsx';

interface PasskeysSectionProps {
  owner: Owner;
  passkeys: readonly Passkey[];
  devices: readonly SignedInDevice[];
}

export function PasskeysSection({ owner, passkeys, devices }: PasskeysSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [adding, setAdding] = useState(false);
  const currentDevice = devices.find(({ is_current }) => is_current);
  return (
    <Section title={words.passkeys} heading={heading} about={words.about}>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} owner={owner} passkey={passkey} onRemoved={() => heading.current?.focus()} />
      ))}
      <div className="pt-s4">{supportsPasskeys ? renderAddButton() : <p className="text-ink-quiet">{words.unable}</p>}</div>
      {adding && <AddPasskey owner={owner} device={currentDevice && deviceName(currentDevice)} onClose={() => setAdding(false)} />}
    </Section>
  );

  function renderAddButton() {
    if (passkeys.length >= limits.passkeys) return <p className="text-ink-quiet">{words.enough({ count: limits.passkeys })}</p>;
    return (
      <Button kind="quiet" onClick={() => setAdding(true)}>
        {words.add}
      </Button>
    );
  }
}

const supportsPasskeys = 'PublicKeyCredential' in globalThis;

function PasskeyRow({ owner, passkey, onRemoved }: { owner: Owner; passkey: Passkey; onRemoved: () => void }) {
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { name, created_at, used_at, is_synced } = passkey;
  const addedDay = dayInSentence(created_at);
  const usage =
    used_at === null ? words.addedUnused({ when: addedDay }) : words.addedUsed({ when: addedDay, used: dayInSentence(used_at) });
  return (
    <>
      <Row
        title={<span dir="auto">{name}</span>}
        icon={<KeyRound size={20} strokeWidth={1.6} />}
        action={
          <>
            <IconButton label={words.renamePasskey({ name })} onClick={() => setOpen('rename')}>
              <Pencil size={18} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
            <IconButton label={words.removePasskey({ name })} onClick={() => setOpen('remove')}>
              <Trash2 size={18} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </>
        }
      >
        {usage} {is_synced ? words.synced : words.notSynced}
      </Row>
      {open === 'rename' && <RenamePasskey passkey={passkey} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && <RemovePasskey owner={owner} passkey={passkey} onClose={() => setOpen(undefined)} onRemoved={onRemoved} />}
    </>
  );
}
