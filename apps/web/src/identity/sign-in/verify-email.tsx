import { changeEmail } from '@mbari/contract/identity/account';
import { readEmailStatus, resendVerification } from '@mbari/contract/identity/auth';
import * as limits from '@mbari/contract/platform/limits';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/auth';
import * as changeWords from '@mbari/words/email-change';
import * as sentences from '@mbari/words/sentences';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState, useTransition } from 'react';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { emailStatusKey } from '~/platform/lib/query-keys.ts';
import { endSession, refreshUser, signOut, useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError, PasswordField, TextField } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { linkOutcomes } from './link-outcomes.ts';
import { OutboxHint } from './outbox-hint.tsx';

export function VerifyEmail({ status }: { status: string | undefined }) {
  const { user } = useSession();
  const { isVerified, hasFailed } = useVerificationPoll();
  const [sending, startSending] = useTransition();
  const outcome = linkOutcomes[status ?? ''];
  // The status in the URL can be forged; only the server knows whether the address is verified.
  const visibleOutcome = outcome?.good && !isVerified ? undefined : outcome;
  const isChecking = outcome?.good === true && isVerified === undefined && !hasFailed;
  const resend = () =>
    startSending(async () => {
      try {
        await call(resendVerification);
        toast.success(sentences.verificationSent);
      } catch (error) {
        // Rate limited: the server's text includes when to retry.
        toast.error(error instanceof CallRefused && error.status === 429 ? error.message : sentences.verificationSendFailed);
      }
    });
  return (
    <>
      <UliDrawing name={visibleOutcome && !visibleOutcome.good ? 'cracked' : 'letter'} className="mb-s5 max-w-[280px]! ms-0!" />
      <h1 tabIndex={-1} className="display-large">
        {visibleOutcome?.title ?? words.verifyEmail}
      </h1>
      <p className="mt-s2 text-ink-quiet">
        {isChecking ? words.checkingAddress : (visibleOutcome?.text ?? <LetterSent email={user?.email ?? ''} />)}
      </p>
      {!visibleOutcome?.good && !isChecking && <p className="mt-s2 text-ink-quiet">{words.knownAddress}</p>}
      <div role="status" className="empty:hidden">
        {hasFailed && <FieldError>{sentences.verificationStatusFailed}</FieldError>}
      </div>
      <div className="mt-s5 flex flex-wrap gap-s3">
        <Button kind={visibleOutcome?.good ? 'quiet' : 'filled'} tall busy={sending && words.sending} onClick={resend}>
          {words.resend}
        </Button>
        <Button kind={visibleOutcome?.good ? 'filled' : 'quiet'} tall onClick={() => void signOut()}>
          {words.goToLogin}
        </Button>
        <Button kind="text" tall onClick={() => void signOut()}>
          {words.logout}
        </Button>
      </div>
      <CorrectAddress />
      {!visibleOutcome?.good && (
        <div className="mt-s4">
          <OutboxHint />
        </div>
      )}
    </>
  );
}

const LetterSent = ({ email }: { email: string }) => (
  <Phrase
    parts={words.letterSentWaiting({
      email,
      address: (text) => <strong className="font-semibold break-words text-ink">{text}</strong>,
    })}
  />
);

/**
 * Polls every 10 seconds while the page is visible, and whenever the page becomes visible. Once the member is verified, navigates to the
 * next page. `isVerified` is undefined until the first response.
 */
function useVerificationPoll(): { isVerified: boolean | undefined; hasFailed: boolean } {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: emailStatusKey,
    queryFn: ({ signal }) => call(readEmailStatus, { signal }),
    refetchInterval: limits.verificationPoll,
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const isVerified = data && (data.email_verified || data.verified);
  const isSignedOut = error instanceof CallRefused && error.status === 401;

  useEffect(() => {
    if (isSignedOut) endSession();
  }, [isSignedOut]);

  useEffect(() => {
    if (!isVerified) return;
    refreshUser().then(
      ({ profile }) => navigate({ to: profile.bio && profile.profile_image ? '/feed' : '/onboarding', replace: true }),
      // Retried by the next poll.
      () => undefined,
    );
  }, [isVerified, navigate, data]);

  return { isVerified, hasFailed: error !== null && !isSignedOut };
}

/** Lets a new member correct a mistyped address. */
export function CorrectAddress() {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="mt-s4">
      <Button kind="text" aria-expanded={open} aria-controls={id} className="-ms-s2" onClick={() => setOpen(!open)}>
        {changeWords.wrongAddress}
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
      <TextField label={changeWords.rightAddress} name="email" type="email" autoComplete="email" required error={errors['email']} />
      <PasswordField label={changeWords.password} name="password" autoComplete="current-password" required error={errors['password']} />
      <div role="alert" className="empty:hidden">
        {refusal && <FieldError>{refusal}</FieldError>}
      </div>
      <Button type="submit" kind="quiet" tall busy={busy && changeWords.sending} className="justify-self-start">
        {changeWords.sendThere}
      </Button>
    </form>
  );
}
