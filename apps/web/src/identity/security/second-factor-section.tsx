import { confirmTotp, removeTotp, replaceRecoveryCodes, type Security, startTotp } from '@mbari/contract/identity/security';
import * as limits from '@mbari/contract/platform/limits';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/second-factor';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmWithPassword, type Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { useSiteName } from '~/platform/site/use-site.ts';
import { Button } from '~/platform/ui/button.tsx';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { QrCode } from '~/platform/ui/qr-code.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { CopyButton } from './copy-button.tsx';
import { ShownOnceDialog, ShownSecret } from './shown-once-dialog.tsx';

type OpenDialog = { kind: 'set up' | 'turn off' | 'replace codes' } | { kind: 'codes'; codes: readonly string[] };

export function SecondFactorSection({ owner, totp }: { owner: Owner; totp: Security['totp'] }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  /** The pressed button disappears, so focus moves to the heading. */
  const done = async () => {
    close();
    await signInMethodsChanged(client);
    heading.current?.focus();
  };
  return (
    <Section title={words.twoSteps} heading={heading} about={words.about}>
      {totp.is_enabled ? (
        <EnabledRows codesLeft={totp.recovery_codes_left} onOpen={(kind) => setOpen({ kind })} />
      ) : (
        <div className="pt-s4">
          <Button kind="quiet" onClick={() => setOpen({ kind: 'set up' })}>
            {words.turnOn}
          </Button>
        </div>
      )}
      {open?.kind === 'set up' && <SetUpSecondFactor owner={owner} onClose={close} onDone={() => void done()} />}
      {open?.kind === 'turn off' && <TurnOff owner={owner} onClose={close} onDone={done} />}
      {open?.kind === 'replace codes' && (
        <ReplaceCodes owner={owner} onClose={close} onReplaced={(codes) => setOpen({ kind: 'codes', codes })} />
      )}
      {open?.kind === 'codes' && <RecoveryCodes codes={open.codes} onSaved={() => void done()} />}
    </Section>
  );
}

interface EnabledRowsProps {
  codesLeft: number;
  onOpen: (kind: 'turn off' | 'replace codes') => void;
}

function EnabledRows({ codesLeft, onOpen }: EnabledRowsProps) {
  return (
    <>
      <Row
        title={<span className="text-leaf">{words.on}</span>}
        action={
          <Button kind="quiet" onClick={() => onOpen('turn off')}>
            {words.turnOff}
          </Button>
        }
      >
        {words.onHint}
      </Row>
      <Row
        title={words.codesLeft({ count: codesLeft })}
        action={
          <Button kind="quiet" onClick={() => onOpen('replace codes')}>
            {words.newCodes}
          </Button>
        }
      >
        {words.codesLeftHint}
      </Row>
    </>
  );
}

interface ConfirmationProps {
  owner: Owner;
  onClose: () => void;
}

function TurnOff({ owner, onClose, onDone }: ConfirmationProps & { onDone: () => Promise<void> }) {
  return (
    <ConfirmWithPassword
      title={words.turnOffTitle}
      owner={owner}
      kind="danger"
      action={words.turnOff}
      busyWords={words.turningOff}
      onClose={onClose}
      onConfirm={async (confirmed) => {
        await call(removeTotp, { body: confirmed });
        toast.success(answers.secondFactorOff);
        await onDone();
      }}
    >
      <p>{words.turnOffHint}</p>
    </ConfirmWithPassword>
  );
}

function ReplaceCodes({ owner, onClose, onReplaced }: ConfirmationProps & { onReplaced: (codes: readonly string[]) => void }) {
  return (
    <ConfirmWithPassword
      title={words.newCodes}
      owner={owner}
      action={words.makeCodes}
      busyWords={words.making}
      onClose={onClose}
      onConfirm={async (confirmed) => {
        const { recovery_codes } = await call(replaceRecoveryCodes, { body: confirmed });
        onReplaced(recovery_codes);
      }}
    >
      <p>{words.newCodesHint}</p>
    </ConfirmWithPassword>
  );
}

type Step = { name: 'password' } | { name: 'app'; secret: string; uri: string } | { name: 'codes'; codes: readonly string[] };

/** Steps: password, code of the app, recovery codes. */
export function SetUpSecondFactor({ owner, onClose, onDone }: { owner: Owner; onClose: () => void; onDone: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'password' });
  if (step.name === 'password')
    return (
      <ConfirmWithPassword
        title={words.twoSteps}
        owner={owner}
        action={words.continueSetUp}
        busyWords={words.checking}
        onClose={onClose}
        onConfirm={async (confirmed) => {
          const { data } = await call(startTotp, { body: confirmed });
          setStep({ name: 'app', ...data });
        }}
      >
        <p>{words.needApp}</p>
      </ConfirmWithPassword>
    );
  if (step.name === 'app')
    return <AddToApp secret={step.secret} uri={step.uri} onClose={onClose} onConfirmed={(codes) => setStep({ name: 'codes', codes })} />;
  const finish = () => {
    toast.success(answers.secondFactorOn);
    onDone();
  };
  return <RecoveryCodes codes={step.codes} onSaved={finish} />;
}

interface AddToAppProps {
  secret: string;
  uri: string;
  onClose: () => void;
  onConfirmed: (codes: readonly string[]) => void;
}

function AddToApp({ secret, uri, onClose, onConfirmed }: AddToAppProps) {
  const { onSubmit, busy, errors } = useForm({
    send: async ({ code = '' }) => {
      const { recovery_codes } = await call(confirmTotp, { body: { code } });
      onConfirmed(recovery_codes);
    },
    failed: sentences.somethingWrong,
  });
  return (
    <FormDialog title={words.addToApp} action={words.turnOn} busy={busy && words.checking} onSubmit={onSubmit} onClose={onClose}>
      <p className="text-ink-quiet">{words.scan}</p>
      <QrCode text={uri} label={words.qrCode} />
      <ShownSecret name={words.key} text={secret} copy={words.copyKey}>
        {inGroups(secret)}
      </ShownSecret>
      <TextField
        label={words.codeOfApp}
        name="code"
        inputMode="numeric"
        dir="ltr"
        autoComplete="one-time-code"
        maxLength={limits.secondFactorCode}
        required
        error={errors['code']}
      />
    </FormDialog>
  );
}

/** Groups of four are easier to copy. */
const inGroups = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ');

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const site = useSiteName();
  const text = codes.join('\n');
  return (
    <ShownOnceDialog title={words.recoveryCodes} hint={words.codesHint} kept={words.kept} keepFirst={words.keepFirst} onKept={onSaved}>
      <ol className="recovery-codes code-type" aria-label={words.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-s2">
        <CopyButton text={text} label={words.copyCodes} />
        <Button kind="text" onClick={() => download(words.fileName({ site }), `${words.fileHead({ site })}\n\n${text}\n`)}>
          <Download size={18} strokeWidth={1.6} aria-hidden="true" /> {words.download}
        </Button>
      </div>
    </ShownOnceDialog>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
