import { forgotPassword } from '@mbari/contract/identity/passwords';
import * as words from '@mbari/words/passwords';
import * as sentences from '@mbari/words/sentences';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { OutboxHint } from '~/identity/sign-in/outbox-hint.tsx';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { focusHeading } from '~/platform/lib/page-title.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { FieldError, TextField } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>();
  return sentTo ? <CheckYourEmail email={sentTo} onRetry={() => setSentTo(undefined)} /> : <RequestLink onSent={setSentTo} />;
}

function RequestLink({ onSent }: { onSent: (address: string) => void }) {
  const [refusal, setRefusal] = useState<string>();
  const { onSubmit, busy, errors } = useForm({
    send: async ({ email = '' }) => {
      setRefusal(undefined);
      await call(forgotPassword, { body: { email } });
      onSent(email.trim());
    },
    onFailure: (error) => setRefusal(forgotRefusal(error)),
  });
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        {words.forgot}
      </h1>
      <p className="mt-s1 mb-s6 text-ink-quiet">{words.forgotHint}</p>
      <form onSubmit={onSubmit} noValidate className="grid gap-s4">
        <TextField label={words.email} name="email" type="email" autoComplete="username" required error={errors['email']} />
        <div role="alert" className="empty:hidden">
          {refusal && <FieldError>{refusal}</FieldError>}
        </div>
        <Button type="submit" tall wide busy={busy && words.sending}>
          {words.sendLink}
        </Button>
      </form>
      <p className="mt-s5 text-ink-quiet">
        <Phrase
          parts={words.remembered({
            login: (text) => (
              <Link to="/login" state={true} className="link">
                {text}
              </Link>
            ),
          })}
        />
      </p>
    </>
  );
}

function CheckYourEmail({ email, onRetry }: { email: string; onRetry: () => void }) {
  useEffect(focusHeading, []);
  return (
    <>
      <UliDrawing name="letter" className="mb-s5 max-w-[280px]! ms-0!" />
      <h1 tabIndex={-1} className="display-large">
        {words.checkEmail}
      </h1>
      <p role="status" className="mt-s2 text-ink-quiet">
        {sentences.resetMailed}
      </p>
      <p className="mt-s2 mb-s4 text-ink-quiet">
        <Phrase
          parts={words.linkSent({ email, address: (text) => <strong className="font-semibold break-words text-ink">{text}</strong> })}
        />
      </p>
      <OutboxHint />
      <div className="mt-s5 flex flex-wrap gap-s3">
        <Link to="/login" className={buttonClass({ tall: true })}>
          {words.returnToLogin}
        </Link>
        <Button kind="text" tall onClick={onRetry}>
          {words.otherAddress}
        </Button>
      </div>
    </>
  );
}

/** The server's text includes when to retry. */
function forgotRefusal(error: unknown): string {
  if (!(error instanceof CallRefused)) return sentences.somethingWrong;
  return error.status === 429 || error.status === 503 ? error.message : sentences.resetMailFailed;
}
