import { forgotPassword } from '@mbari/contract/passwords';
import * as sentences from '@mbari/contract/sentences';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { UliDrawing } from '~/drawings/uli-drawing.tsx';
import { OutboxHint } from '~/features/mail/outbox-hint.tsx';
import { call, CallRefused } from '~/lib/call.ts';
import { focusHeading } from '~/lib/page-turn.ts';
import { useForm } from '~/lib/use-form.ts';
import { Button, buttonClass } from '~/ui/button.tsx';
import { FieldError, TextField } from '~/ui/field.tsx';

export function ForgotPassword() {
  const [sent, setSent] = useState<{ to: string; message: string }>();
  return sent ? (
    <CheckYourEmail {...sent} onAgain={() => setSent(undefined)} />
  ) : (
    <AskForLink onSent={(to, message) => setSent({ to, message })} />
  );
}

function AskForLink({ onSent }: { onSent: (to: string, message: string) => void }) {
  const [refusal, setRefusal] = useState<string>();
  const { onSubmit, busy, errors } = useForm({
    send: async ({ email = '' }) => {
      setRefusal(undefined);
      const { message } = await call(forgotPassword, { body: { email } });
      onSent(email.trim(), message || sentences.resetMailed);
    },
    onFailure: (error) => setRefusal(forgotRefusal(error)),
  });
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        Forgot your password
      </h1>
      <p className="mt-s1 mb-s6 text-ink-quiet">Tell us your address, and we send you a link that sets a new one.</p>
      <form onSubmit={onSubmit} noValidate className="grid gap-s4">
        <TextField label="Email" name="email" type="email" autoComplete="username" required error={errors['email']} />
        <div role="alert" className="empty:hidden">
          {refusal && <FieldError>{refusal}</FieldError>}
        </div>
        <Button type="submit" tall wide busy={busy && 'Sending'}>
          Send the link
        </Button>
      </form>
      <p className="mt-s5 text-ink-quiet">
        Remembered it?{' '}
        <Link to="/login" state={true} className="link">
          Sign in
        </Link>
      </p>
    </>
  );
}

function CheckYourEmail({ to, message, onAgain }: { to: string; message: string; onAgain: () => void }) {
  useEffect(focusHeading, []);
  return (
    <>
      <UliDrawing name="letter" className="mb-s5 max-w-[280px]! ms-0!" />
      <h1 tabIndex={-1} className="display-large">
        Check Your Email
      </h1>
      <p role="status" className="mt-s2 text-ink-quiet">
        {message}
      </p>
      <p className="mt-s2 mb-s4 text-ink-quiet">
        We wrote to <strong className="font-semibold break-words text-ink">{to}</strong>, if a member has it. The link is good for an hour,
        and once.
      </p>
      <OutboxHint />
      <div className="mt-s5 flex flex-wrap gap-s3">
        <Link to="/login" className={buttonClass({ tall: true })}>
          Return to Login
        </Link>
        <Button kind="text" tall onClick={onAgain}>
          Use another address
        </Button>
      </div>
    </>
  );
}

/** Too many requests, or too busy: the server says when to come back. */
function forgotRefusal(error: unknown): string {
  if (!(error instanceof CallRefused)) return sentences.somethingWrong;
  return error.status === 429 || error.status === 503 ? error.message : sentences.resetMailFailed;
}
