import { login } from '@mbari/contract/identity/auth';
import * as words from '@mbari/words/auth';
import * as sentences from '@mbari/words/sentences';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { offersPasskeys, suggestsPasskeys } from '~/identity/security/passkey-support.ts';
import { CallRefused, call } from '~/platform/lib/call.ts';
import { signIn } from '~/platform/lib/session.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError, PasswordField, TextField } from '~/platform/ui/field.tsx';
import { loginRefusal } from './login-refusal.ts';
import { ResendByEmail } from './resend-by-email.tsx';

export interface Credentials {
  email: string;
  password: string;
}

interface PasswordFormProps {
  /** Previous input, on return from the second step. */
  initial: Credentials | undefined;
  onCodeNeeded: (credentials: Credentials) => void;
}

export function PasswordForm({ initial, onCodeNeeded }: PasswordFormProps) {
  const [refusal, setRefusal] = useState<{ message: string; wrong?: boolean; unverified?: string }>();
  // `LoginNotice` above the form already offers to resend the mail.
  const awaiting = useLocation({ select: ({ state }) => state.awaiting });
  const passwordField = useRef<HTMLInputElement>(null);
  const suggestPasskeys = usePasskeySuggestions((error) => setRefusal({ message: loginRefusal(error) }));
  const { onSubmit, busy, errors } = useForm({
    send: async ({ email = '', password = '' }) => {
      setRefusal(undefined);
      try {
        const { token, user } = await call(login, { body: { email, password, device_name: 'web' } });
        signIn(token, user);
      } catch (error) {
        if (error instanceof CallRefused && error.code === 'second_factor_required') onCodeNeeded({ email, password });
        else if (needsVerification(error)) setRefusal({ message: sentences.verifyBeforeLogin, unverified: email });
        else throw error;
      }
    },
    onFailure: (error) => {
      const wrong = error instanceof CallRefused && error.code === 'invalid_credentials';
      setRefusal({ message: loginRefusal(error), wrong });
      if (wrong) passwordField.current?.focus();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-s4">
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
        required
        defaultValue={initial?.email}
        onFocus={suggestPasskeys}
        error={errors['email']}
      />
      <PasswordField
        ref={passwordField}
        label={words.password}
        name="password"
        autoComplete="current-password"
        required
        defaultValue={initial?.password}
        aside={
          <Link to="/forgot-password" state={true} className="link -my-s3 py-s3 text-t15">
            {words.forgotPassword}
          </Link>
        }
        error={errors['password'] ?? (refusal?.wrong ? refusal.message : undefined)}
      />
      <div role="alert" className="empty:hidden">
        {refusal && !refusal.wrong && <FieldError>{refusal.message}</FieldError>}
      </div>
      {refusal?.unverified !== undefined && awaiting === undefined && <ResendByEmail email={refusal.unverified} />}
      <Button type="submit" tall wide busy={busy && words.signingIn}>
        {words.signIn}
      </Button>
    </form>
  );
}

const needsVerification = (error: unknown): boolean => error instanceof CallRefused && error.code === 'email_unverified';

/**
 * Lets the browser suggest passkeys in the email field. Starts on focus, because each request costs the server a challenge and many
 * visitors share an IP address.
 */
function usePasskeySuggestions(onRefused: (error: unknown) => void): () => void {
  const suggestion = useRef<Promise<() => void>>(null);
  useEffect(
    () => () => {
      void suggestion.current?.then((stop) => stop());
    },
    [],
  );
  const startSuggestion = async (): Promise<() => void> => {
    if (!(await suggestsPasskeys())) return () => undefined;
    const { signInWithPasskey, cancelPasskeyRequest } = await import('~/identity/security/sign-in-with-passkey.ts');
    signInWithPasskey({ suggested: true }).catch((error: unknown) => {
      // The browser suggests passkeys without a click, so only a passkey refused by the server is an error.
      if (error instanceof CallRefused && error.code === 'invalid_credentials') onRefused(error);
    });
    return cancelPasskeyRequest;
  };
  return () => {
    suggestion.current ??= startSuggestion();
  };
}
