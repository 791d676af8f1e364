import { readEmailStatus, resendVerification } from '@mbari/contract/identity/auth';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/auth';
import * as sentences from '@mbari/words/sentences';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useTransition } from 'react';
import { CorrectAddress } from '~/identity/passwords/correct-address.tsx';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { emailStatusKey } from '~/platform/lib/query-keys.ts';
import { endSession, refreshUser, signOut, useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
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
