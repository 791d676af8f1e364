import { register } from '@mbari/contract/auth';
import * as limits from '@mbari/contract/limits';
import * as words from '@mbari/words/auth';
import * as joining from '@mbari/words/register';
import * as sentences from '@mbari/words/sentences';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { NewPasswordField } from '~/features/passwords/new-password-field.tsx';
import { AcceptRulesField } from '~/features/rules/accept-rules-field.tsx';
import { communityRules } from '~/features/rules/rules-query.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { pageLocale } from '~/lib/language.ts';
import { signIn } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { type FieldErrors, useForm } from '~/lib/use-form.ts';
import { Button } from '~/ui/button.tsx';
import { PasswordField, TextField } from '~/ui/field.tsx';
import { CountryCodeField } from './country-code-field.tsx';

/** `invitation`: the secret of the link that they came by. Where the community has rules, they are accepted here. */
export function RegisterForm({ invitation }: { invitation?: string | undefined }) {
  const navigate = useNavigate();
  const rules = useQuery(communityRules).data;
  const asks = rules !== undefined && rules.rules.length > 0;
  const { onSubmit, busy, errors } = useForm({
    check: ({ accepted }): FieldErrors => (asks && accepted === undefined ? { accepted: [joining.acceptMissing] } : {}),
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
        ...(asks && { rules_version: rules.version }),
      };
      const { token, user } = await call(register, { body });
      toast.success(sentences.registered);
      if (token) signIn(token, user);
      // No token: in this community, members verify before they sign in.
      else await navigate({ to: '/login', state: { awaiting: email } });
    },
    onFailure: (error) => toast.error(registrationRefusal(error)),
  });
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
      {asks && <AcceptRulesField error={errors['accepted']} />}
      <Button type="submit" tall wide busy={busy && words.creating} className="register-wide mt-s2">
        {words.create}
      </Button>
    </form>
  );
}

function registrationRefusal(error: unknown): string {
  if (!(error instanceof CallRefused)) return sentences.registrationUnexpected;
  // Too many requests, or too busy: the server says when to come back.
  if (error.status === 429 || error.status === 503) return error.message;
  // Closed, or the invitation was used up meanwhile.
  return error.code === 'registration_closed' || error.code === 'invitation_required'
    ? wordsOf(error, sentences.registrationFailed)
    : sentences.registrationFailed;
}
