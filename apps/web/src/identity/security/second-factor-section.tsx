import { removeTotp, replaceRecoveryCodes, type Security } from '@mbari/contract/identity/security';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/second-factor';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmWithPassword, type Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

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
