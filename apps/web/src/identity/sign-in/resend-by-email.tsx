import { resendVerificationByEmail } from '@mbari/contract/auth';
import * as words from '@mbari/words/auth';
import * as sentences from '@mbari/words/sentences';
import { useTransition } from 'react';
import { call, wordsOf } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';

/** For members who cannot sign in before they have verified. */
export function ResendByEmail({ email }: { email: string }) {
  const [busy, startSending] = useTransition();
  const resend = () =>
    startSending(async () => {
      try {
        await call(resendVerificationByEmail, { body: { email } });
        toast.success(sentences.verificationSent);
      } catch (error) {
        toast.error(wordsOf(error, sentences.verificationSendFailed));
      }
    });
  return (
    <Button kind="quiet" busy={busy && words.sending} onClick={resend}>
      {words.resend}
    </Button>
  );
}
