import * as words from '@mbari/words/passwords';
import * as sentences from '@mbari/words/sentences';
import { cancel } from '@mbari/words/ui';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { signOut } from '~/platform/lib/session.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button, type ButtonKind } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { FieldError, PasswordField } from '~/platform/ui/field.tsx';

interface ConfirmWithPasswordProps {
  title: string;
  owner: Owner;
  /** Text about the change to confirm. */
  children?: ReactNode;
  /** Extra fields, before the password. */
  renderFields?: (errors: Record<string, readonly string[]>) => ReactNode;
  action: string;
  busyWords: string;
  kind?: ButtonKind;
  /** `password` is missing for members without one. If `onConfirm` throws, the dialog stays open with the error. */
  onConfirm: (confirmed: { password?: string }, fields: Record<string, string>) => Promise<void>;
  onClose: () => void;
  /** Text for an error; undefined: the server's own text. */
  errorText?: (error: unknown) => string | undefined;
}

/** Dialog that asks for the password before a change of sign-in methods. */
export function ConfirmWithPassword(props: ConfirmWithPasswordProps) {
  const { title, owner, children, renderFields, action, busyWords, kind = 'filled', onConfirm, onClose, errorText } = props;
  const form = useId();
  const [refusal, setRefusal] = useState<string>();
  const [signInAgain, setSignInAgain] = useState(false);
  const { onSubmit, busy, errors } = useForm({
    send: async (fields) => {
      setRefusal(undefined);
      await onConfirm(owner.hasPassword ? { password: fields['password'] ?? '' } : {}, fields);
    },
    onFailure: (error) => {
      if (error instanceof CallRefused && error.code === 'recent_sign_in_required') setSignInAgain(true);
      setRefusal(errorText?.(error) ?? firstFieldError(error) ?? errorMessage(error, sentences.somethingWrong));
    },
  });
  useEffect(() => focusFirstEmpty(form), [form]);
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={close}
      footer={
        <>
          <Button kind="quiet" aria-disabled={busy || undefined} onClick={close}>
            {cancel}
          </Button>
          {signInAgain ? (
            <Button onClick={() => void signOut()}>{words.signInAgain}</Button>
          ) : (
            <Button type="submit" form={form} kind={kind} busy={busy && busyWords}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <form id={form} noValidate onSubmit={onSubmit} className="grid gap-s4">
        {children && <div className="grid gap-s3 text-pretty text-ink-quiet">{children}</div>}
        {!signInAgain && renderFields?.(errors)}
        {!signInAgain && owner.hasPassword && (
          <>
            <input hidden readOnly name="username" autoComplete="username" value={owner.email} />
            <PasswordField label={words.yourPassword} name="password" autoComplete="current-password" required error={errors['password']} />
          </>
        )}
        <div role="alert" className="empty:hidden">
          {refusal !== undefined && <FieldError>{refusal}</FieldError>}
        </div>
      </form>
    </Dialog>
  );
}

/** Account data for `ConfirmWithPassword`. */
export interface Owner {
  /** If false, the server requires a recent sign-in. */
  hasPassword: boolean;
  email: string;
}

/** Focuses the first empty field instead of the dialog's close button. */
function focusFirstEmpty(form: string): void {
  const fields = [...(document.getElementById(form)?.querySelectorAll<HTMLInputElement>('input:not([hidden])') ?? [])];
  (fields.find(({ value }) => value === '') ?? fields[0])?.focus();
}

/** First error of a field that the form does not have. */
const firstFieldError = (error: unknown): string | undefined =>
  error instanceof CallRefused ? Object.values(error.errors)[0]?.[0] : undefined;
