import { preparePassword } from '@mbari/contract/identity/auth';
import { resetPassword } from '@mbari/contract/identity/passwords';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/passwords';
import * as sentences from '@mbari/words/sentences';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { endSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { FieldError, PasswordField } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { EndTokensField, NewPasswordField } from './new-password-field.tsx';

interface MailedLink {
  token: string;
  email: string;
}

export function ResetPassword({ token, email }: MailedLink) {
  return token === '' || email === '' ? <InvalidLink /> : <ChoosePassword token={token} email={email} />;
}

function InvalidLink() {
  return (
    <>
      <UliDrawing name="cracked" className="mb-s5 max-w-[280px]! ms-0!" />
      <h1 tabIndex={-1} className="display-large">
        {words.linkInvalid}
      </h1>
      <p className="mt-s2 text-ink-quiet">{words.linkBroken}</p>
      <div className="mt-s5 flex flex-wrap gap-s3">
        <Link to="/forgot-password" className={buttonClass({ tall: true })}>
          {words.requestLink}
        </Link>
        <Link to="/login" className={buttonClass({ kind: 'text', tall: true })}>
          {words.returnToLogin}
        </Link>
      </div>
    </>
  );
}

function ChoosePassword({ token, email }: MailedLink) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  const { onSubmit, busy, errors } = useForm({
    check: ({ password = '', password_confirmation = '' }) => ({
      ...([...preparePassword(password)].length < limits.passwordMin && { password: [sentences.passwordTooShort] }),
      ...(preparePassword(password) !== preparePassword(password_confirmation) && { password_confirmation: [sentences.passwordsDiffer] }),
    }),
    send: async ({ password = '', password_confirmation = '', end_tokens }) => {
      setRefusal(undefined);
      await call(resetPassword, { body: { token, email, password, password_confirmation, end_tokens: end_tokens !== undefined } });
      // The reset ended all sessions, including this one.
      endSession();
      toast.success(sentences.passwordReset);
      // Keeps the used link out of the history.
      await navigate({ to: '/login', replace: true });
    },
    onFailure: (error) => setRefusal(errorMessage(error, sentences.passwordResetFailed)),
  });
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        {words.chooseNew}
      </h1>
      <p className="mt-s1 mb-s6 text-ink-quiet">
        <Phrase
          parts={words.chooseNewHint({ email, address: (text) => <strong className="font-semibold break-words text-ink">{text}</strong> })}
        />
      </p>
      <form onSubmit={onSubmit} noValidate className="grid gap-s4">
        {/* Account name for password managers. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField label={words.newPassword} about={[email]} error={errors['password']} />
        <PasswordField
          label={words.confirmNew}
          name="password_confirmation"
          autoComplete="new-password"
          required
          error={errors['password_confirmation']}
        />
        <EndTokensField />
        <div role="alert" className="empty:hidden">
          {refusal && <ResetError reason={refusal} />}
        </div>
        <Button type="submit" tall wide busy={busy && words.resetting}>
          {words.reset}
        </Button>
      </form>
    </>
  );
}

/** Reason of the failure, and a link to request another mail. */
function ResetError({ reason }: { reason: string }) {
  return (
    <FieldError>
      <Phrase
        parts={words.refused({
          reason,
          request: (text) => (
            <Link to="/forgot-password" className="link">
              {text}
            </Link>
          ),
        })}
      />
    </FieldError>
  );
}
