import { preparePassword } from '@mbari/contract/identity/auth';
import { changePassword, forgotPassword } from '@mbari/contract/identity/passwords';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/passwords';
import * as sentences from '@mbari/words/sentences';
import { sending } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button, type ButtonKind } from '~/platform/ui/button.tsx';
import { PasswordField } from '~/platform/ui/field.tsx';
import { Section } from '~/platform/ui/section.tsx';
import type { Owner } from './confirm-with-password.tsx';
import { EndTokensField, NewPasswordField } from './new-password-field.tsx';

interface PasswordSectionProps {
  owner: Owner;
  hasTokens: boolean;
}

export function PasswordSection({ owner, hasTokens }: PasswordSectionProps) {
  return owner.hasPassword ? (
    <Section title={words.password} about={words.passwordAbout}>
      <PasswordForm owner={owner} hasTokens={hasTokens} />
    </Section>
  ) : (
    <Section title={words.password} about={words.noPasswordAbout}>
      <div className="pt-s4">
        <ForgottenPassword email={owner.email} kind="quiet" />
      </div>
    </Section>
  );
}

function PasswordForm({ owner, hasTokens }: PasswordSectionProps) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [changes, setChanges] = useState(0);
  const { onSubmit, busy, errors } = useForm({
    check: ({ current_password = '', password = '', password_confirmation = '' }) => {
      if (preparePassword(password) !== preparePassword(password_confirmation)) toast.error(sentences.passwordsDiffer);
      return {
        ...(current_password === '' && { current_password: [words.currentRequired] }),
        ...([...preparePassword(password)].length < limits.passwordMin && { password: [sentences.passwordTooShort] }),
        ...(preparePassword(password) !== preparePassword(password_confirmation) && { password_confirmation: [sentences.passwordsDiffer] }),
      };
    },
    send: async ({ current_password = '', password = '', password_confirmation = '', end_tokens }) => {
      const body = { current_password, password, password_confirmation, ...(hasTokens && { end_tokens: end_tokens !== undefined }) };
      await call(changePassword, { body });
      form.current?.reset();
      // A new key also resets the strength meter.
      setChanges((count) => count + 1);
      toast.success(sentences.passwordUpdated);
      await signInMethodsChanged(client);
    },
    failed: sentences.passwordUpdateFailed,
  });
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid max-w-[420px] gap-s4 pt-s4">
      <input hidden readOnly name="username" autoComplete="username" value={owner.email} />
      <PasswordField
        label={words.current}
        name="current_password"
        autoComplete="current-password"
        required
        error={errors['current_password']}
      />
      <NewPasswordField key={`new ${changes}`} label={words.newPassword} about={[owner.email]} error={errors['password']} />
      <PasswordField
        label={words.confirmNew}
        name="password_confirmation"
        autoComplete="new-password"
        required
        error={errors['password_confirmation']}
      />
      {hasTokens && <EndTokensField />}
      <div className="flex flex-wrap items-center gap-s2">
        <Button type="submit" tall busy={busy && words.updating}>
          {words.update}
        </Button>
        <ForgottenPassword email={owner.email} kind="text" />
      </div>
    </form>
  );
}

function ForgottenPassword({ email, kind }: { email: string; kind: ButtonKind }) {
  const mail = useAction(() => call(forgotPassword, { body: { email } }), sentences.resetMailFailed, sentences.resetMailed);
  return (
    <Button kind={kind} busy={mail.busy && sending} onClick={() => void mail.run()}>
      {words.forgot}
    </Button>
  );
}
