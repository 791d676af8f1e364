import { resendVerificationByEmail } from '@mbari/contract/identity/auth';
import * as words from '@mbari/words/auth';
import * as sentences from '@mbari/words/sentences';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';

/** For members who must verify before they sign in. */
export function ResendByEmail({ email }: { email: string }) {
  const send = () => call(resendVerificationByEmail, { body: { email } });
  const resend = useAction(send, sentences.verificationSendFailed, sentences.verificationSent);
  return (
    <Button kind="quiet" busy={resend.busy && words.sending} onClick={() => void resend.run()}>
      {words.resend}
    </Button>
  );
}
