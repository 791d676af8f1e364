import { register } from '@mbari/contract/identity/auth';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/auth';
import * as joining from '@mbari/words/register';
import * as sentences from '@mbari/words/sentences';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { NewPasswordField } from '~/identity/passwords/new-password-field.tsx';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { pageLocale } from '~/platform/lib/language.ts';
import { signIn } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { communityRules } from '~/platform/site/rules-query.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError, PasswordField, TextField } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { CountryCodeField } from './country-code-field.tsx';
import './register-form.css';

/** `invitation`: secret of the opened link. */
export function RegisterForm({ invitation }: { invitation?: string | undefined }) {
  const { requiresRules, onSubmit, busy, errors } = useRegistration(invitation);
  return (
    <form onSubmit={onSubmit} noValidate className="register-form">
      <TextField label={words.name} name="name" autoComplete="name" dir="auto" required maxLength={limits.name} error={errors['name']} />
      <TextField
        label={words.username}
        name="username"
        autoComplete="nickname"
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors['username']}
      />
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        required
        className="register-wide"
        error={errors['email']}
      />
      <div className="register-wide register-phone">
        <CountryCodeField error={errors['country_code']} />
        <TextField
          label={words.phone}
          name="phone"
          type="tel"
          dir="ltr"
          autoComplete="tel-national"
          placeholder="803 000 0000"
          required
          error={errors['phone']}
        />
      </div>
      <NewPasswordField label={words.password} error={errors['password']} />
      <PasswordField
        label={words.confirmPassword}
        name="password_confirmation"
        autoComplete="new-password"
        required
        error={errors['password_confirmation']}
      />
      {requiresRules && <AcceptRulesField error={errors['accepted']} />}
      <Button type="submit" tall wide busy={busy && words.creating} className="register-wide mt-s2">
        {words.create}
      </Button>
    </form>
  );
}

/** Registers and signs in. Requires acceptance of the rules, if there are any. */
function useRegistration(invitation: string | undefined) {
  const navigate = useNavigate();
  const rules = useQuery(communityRules).data;
  const requiresRules = rules !== undefined && rules.rules.length > 0;
  const form = useForm({
    check: ({ accepted }): FieldErrors => (requiresRules && accepted === undefined ? { accepted: [joining.acceptMissing] } : {}),
    send: async ({ name = '', username = '', email = '', country_code, phone = '', password = '', password_confirmation = '' }) => {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const body = {
        name,
        username,
        email,
        country_code,
        phone,
        password,
        password_confirmation,
        locale: pageLocale,
        time_zone,
        invitation,
        ...(requiresRules && { rules_version: rules.version }),
      };
      const { token, user } = await call(register, { body });
      toast.success(sentences.registered);
      if (token) signIn(token, user);
      // Without a token, members must verify their address before they sign in.
      else await navigate({ to: '/login', state: { awaiting: email } });
    },
    onFailure: (error) => toast.error(registrationRefusal(error)),
  });
  return { ...form, requiresRules };
}

function registrationRefusal(error: unknown): string {
  if (!(error instanceof CallRefused)) return sentences.registrationUnexpected;
  // The server's text includes when to retry.
  if (error.status === 429 || error.status === 503) return error.message;
  // Joining was closed, or the invitation used up, in the meantime.
  return error.code === 'registration_closed' || error.code === 'invitation_required'
    ? errorMessage(error, sentences.registrationFailed)
    : sentences.registrationFailed;
}

function AcceptRulesField({ error }: { error: readonly string[] | undefined }) {
  const id = useId();
  return (
    <div className="register-wide">
      <div className="accept-rules">
        <input
          id={id}
          type="checkbox"
          name="accepted"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
        />
        <label htmlFor={id}>
          <Phrase
            parts={joining.acceptRules({
              rules: (text) => (
                <a href="/rules" target="_blank" rel="noopener" className="link">
                  {text}
                </a>
              ),
            })}
          />
        </label>
      </div>
      <div aria-live="polite">{error && <FieldError id={`${id}-error`}>{error[0]}</FieldError>}</div>
    </div>
  );
}
