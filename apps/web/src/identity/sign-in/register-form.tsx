import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/auth';
import { AcceptRulesField } from '~/identity/joining/accept-rules-field.tsx';
import { NewPasswordField } from '~/identity/passwords/new-password-field.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { PasswordField, TextField } from '~/platform/ui/field.tsx';
import { CountryCodeField } from './country-code-field.tsx';
import { useRegistration } from './use-registration.ts';

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
