import { login } from '@mbari/contract/identity/auth';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/auth';
import * as sentences from '@mbari/words/sentences';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, useTransition } from 'react';
import { offersPasskeys, suggestsPasskeys, wasCancelled } from '~/identity/security/passkey-support.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { signIn } from '~/platform/lib/session.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { useBrand } from '~/platform/site/use-site.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError, PasswordField, TextField } from '~/platform/ui/field.tsx';
import { ResendByEmail } from './login-notice.tsx';
import { ProviderLinks } from './provider-links.tsx';

/** Credentials, then a code if required. Keeps the input between the steps. */
export function LoginForm() {
  const [credentials, setCredentials] = useState<Credentials>();
  const [isCodeStep, setCodeStep] = useState(false);
  if (credentials && isCodeStep) return <CodeForm credentials={credentials} onBack={() => setCodeStep(false)} />;
  return (
    <>
      <PasswordForm
        initial={credentials}
        onCodeNeeded={(credentials) => {
          setCredentials(credentials);
          setCodeStep(true);
        }}
      />
      <AlternativeSignIn />
    </>
  );
}

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

interface Credentials {
  email: string;
  password: string;
}

interface PasswordFormProps {
  /** Previous input, on return from the second step. */
  initial: Credentials | undefined;
  onCodeNeeded: (credentials: Credentials) => void;
}

function PasswordForm({ initial, onCodeNeeded }: PasswordFormProps) {
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

/** Passkey and provider sign-in, if available. */
function AlternativeSignIn() {
  const hasProviders = useBrand().providers.length > 0;
  const [refusal, setRefusal] = useState<string>();
  const [busy, startTransition] = useTransition();
  const signInByPasskey = () =>
    startTransition(async () => {
      setRefusal(undefined);
      try {
        await (await import('~/identity/security/sign-in-with-passkey.ts')).signInWithPasskey({ suggested: false });
      } catch (error) {
        if (!wasCancelled(error)) setRefusal(loginRefusal(error));
      }
    });
  if (!hasProviders && !offersPasskeys) return null;
  return (
    <>
      <p className="my-s4 flex items-center gap-s3 text-t15 text-ink-meta before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        {words.or}
      </p>
      <div className="grid gap-s3">
        <ProviderLinks />
        {offersPasskeys && (
          <Button kind="quiet" tall wide busy={busy && words.passkeyWaiting} onClick={signInByPasskey}>
            {words.passkey}
          </Button>
        )}
        <div role="alert" className="empty:hidden">
          {refusal && <FieldError>{refusal}</FieldError>}
        </div>
      </div>
    </>
  );
}

/** Returns the server's message or, without one, its `credentials` error. Falls back to a general sentence. */
function loginRefusal(error: unknown): string {
  if (!(error instanceof CallRefused) || error.code === 'internal') return sentences.loginFailed;
  const message = error.serverMessage || error.errors['credentials']?.[0];
  return message || (error.status < 500 ? sentences.invalidCredentials : sentences.loginFailed);
}
