import { login } from '@mbari/contract/auth';
import { sentences } from '@mbari/contract/sentences';
import { useState } from 'react';
import { useSite } from '~/features/site/use-site.ts';
import { call, CallRefused } from '~/lib/call.ts';
import { signIn } from '~/lib/session.ts';
import { useForm } from '~/lib/use-form.ts';
import { Button, buttonClass } from '~/ui/button.tsx';
import { FieldError, PasswordField, TextField } from '~/ui/field.tsx';
import { ResendByEmail } from './resend-by-email.tsx';

export function LoginForm() {
  const provider = useSite()?.provider;
  const [refusal, setRefusal] = useState<{ words: string; unverified?: string }>();
  const { onSubmit, busy, errors } = useForm({
    send: async ({ email = '', password = '' }) => {
      setRefusal(undefined);
      try {
        const { token, user } = await call(login, { body: { email, password, device_name: 'web' } });
        signIn(token, user);
      } catch (error) {
        if (needsVerification(error)) setRefusal({ words: sentences.verifyBeforeLogin, unverified: email });
        else throw error;
      }
    },
    onFailure: (error) => setRefusal({ words: loginRefusal(error) }),
  });
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="grid gap-s4">
        <TextField label="Email" name="email" type="email" autoComplete="username" required error={errors['email']} />
        <PasswordField label="Password" name="password" autoComplete="current-password" required error={errors['password']} />
        <div role="alert" className="empty:hidden">
          {refusal && <FieldError>{refusal.words}</FieldError>}
        </div>
        {refusal?.unverified !== undefined && <ResendByEmail email={refusal.unverified} />}
        <Button type="submit" tall wide busy={busy && 'Signing in'}>
          Sign in
        </Button>
      </form>
      {provider && (
        <>
          <p className="my-s4 flex items-center gap-s3 text-t15 text-ink-meta before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
            or
          </p>
          <a href={provider.url} className={buttonClass({ kind: 'quiet', tall: true, wide: true })}>
            Continue with {provider.name}
          </a>
        </>
      )}
    </>
  );
}

const needsVerification = (error: unknown): boolean =>
  error instanceof CallRefused && error.status === 403 && /verify your email/i.test(error.message);

/** The server's sentence, else the first credentials error, else the house's own; the last for what was no answer. */
function loginRefusal(error: unknown): string {
  if (!(error instanceof CallRefused) || error.status >= 500) return sentences.loginFailed;
  return error.message || error.errors['credentials']?.[0] || sentences.invalidCredentials;
}
