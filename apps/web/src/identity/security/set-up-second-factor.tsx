import { confirmTotp, startTotp } from '@mbari/contract/identity/security';
import * as limits from '@mbari/contract/platform/limits';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/second-factor';
import * as sentences from '@mbari/words/sentences';
import { useState } from 'react';
import { ConfirmWithPassword, type Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { QrCode } from '~/platform/ui/qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ShownSecret } from './shown-once-dialog.tsx';

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
