import { login } from '@mbari/contract/identity/auth';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/auth';
import { useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { signIn } from '~/platform/lib/session.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError, TextField } from '~/platform/ui/field.tsx';
import { loginRefusal } from './login-refusal.ts';
import type { Credentials } from './password-form.tsx';

/** Second step: app code or recovery code, sent with the password. */
export function CodeForm({ credentials, onBack }: { credentials: Credentials; onBack: () => void }) {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { onSubmit, busy, errors } = useForm({
    check: ({ code = '' }) => ({ ...(code.trim() === '' && { code: [words.codeRequired] }) }),
    send: async ({ code = '' }) => {
      setRefusal(undefined);
      const { token, user } = await call(login, { body: { ...credentials, device_name: 'web', code: code.trim() } });
      signIn(token, user);
    },
    onFailure: (error) => setRefusal(loginRefusal(error)),
  });
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-s4">
      <TextField
        key={String(usesRecoveryCode)}
        ref={focusField}
        label={usesRecoveryCode ? words.recoveryCode : words.code}
        name="code"
        autoComplete="one-time-code"
        dir="ltr"
        inputMode={usesRecoveryCode ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.secondFactorCode}
        required
        hint={usesRecoveryCode ? words.recoveryCodeHint : words.codeHint}
        error={errors['code']}
      />
      <div role="alert" className="empty:hidden">
        {refusal && <FieldError>{refusal}</FieldError>}
      </div>
      <Button type="submit" tall wide busy={busy && words.signingIn}>
        {words.signIn}
      </Button>
      <div className="-ms-s2 flex flex-wrap gap-x-s4">
        <Button kind="text" onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
          {usesRecoveryCode ? words.byApp : words.byRecoveryCode}
        </Button>
        <Button kind="text" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </form>
  );
}

/** Focuses the field, because the previously focused one was removed. */
const focusField = (field: HTMLInputElement | null): void => field?.focus();
