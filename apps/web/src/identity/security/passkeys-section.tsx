import { addPasskey, type Passkey, removePasskey, renamePasskey, startPasskey } from '@mbari/contract/identity/passkeys';
import type { SignedInDevice } from '@mbari/contract/identity/sessions';
import * as limits from '@mbari/contract/platform/limits';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/passkeys';
import * as sentences from '@mbari/words/sentences';
import { save, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmWithPassword, type Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { deviceName } from '~/platform/lib/device-name.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { requireCreationOptions } from './browser-options.ts';

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

interface AddPasskeyProps {
  owner: Owner;
  /** Name of this device, and default name of the passkey. */
  device: string | undefined;
  onClose: () => void;
}

function AddPasskey({ owner, device, onClose }: AddPasskeyProps) {
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

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient();
  const { onSubmit, busy, errors } = useForm({
    send: async ({ name = '' }) => {
      await call(renamePasskey, { params: { id: passkey.id }, body: { name } });
      onClose();
      void signInMethodsChanged(client);
    },
    done: answers.passkeyRenamed,
    failed: sentences.somethingWrong,
  });
  return (
    <FormDialog title={words.renameTitle} action={save} busy={busy && saving} onSubmit={onSubmit} onClose={onClose}>
      <TextField
        label={words.name}
        name="name"
        defaultValue={passkey.name}
        maxLength={limits.passkeyName}
        autoComplete="off"
        dir="auto"
        required
        error={errors['name']}
      />
    </FormDialog>
  );
}

interface RemovePasskeyProps {
  owner: Owner;
  passkey: Passkey;
  onClose: () => void;
  onRemoved: () => void;
}

function RemovePasskey({ owner, passkey, onClose, onRemoved }: RemovePasskeyProps) {
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
