import { changeEmail } from '@mbari/contract/identity/account';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/email-change';
import * as sentences from '@mbari/words/sentences';
import { useId, useState } from 'react';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError, PasswordField, TextField } from '~/platform/ui/field.tsx';

/** Lets a new member correct a mistyped address. */
export function CorrectAddress() {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="mt-s4">
      <Button kind="text" aria-expanded={open} aria-controls={id} className="-ms-s2" onClick={() => setOpen(!open)}>
        {words.wrongAddress}
      </Button>
      <div id={id}>{open && <AddressForm onDone={() => setOpen(false)} />}</div>
    </div>
  );
}

function AddressForm({ onDone }: { onDone: () => void }) {
  const [refusal, setRefusal] = useState<string>();
  const { onSubmit, busy, errors } = useForm({
    send: async ({ email = '', password = '' }) => {
      setRefusal(undefined);
      await call(changeEmail, { body: { email, password } });
      toast.success(answers.addressMailed);
      onDone();
    },
    onFailure: (error) => setRefusal(errorMessage(error, sentences.somethingWrong)),
  });
  return (
    <form onSubmit={onSubmit} noValidate className="mt-s3 grid gap-s4">
      <TextField label={words.rightAddress} name="email" type="email" autoComplete="email" required error={errors['email']} />
      <PasswordField label={words.password} name="password" autoComplete="current-password" required error={errors['password']} />
      <div role="alert" className="empty:hidden">
        {refusal && <FieldError>{refusal}</FieldError>}
      </div>
      <Button type="submit" kind="quiet" tall busy={busy && words.sending} className="justify-self-start">
        {words.sendThere}
      </Button>
    </form>
  );
}
