import { forgotPassword } from '@mbari/contract/passwords';
import * as words from '@mbari/words/passwords';
import * as sentences from '@mbari/words/sentences';
import { sending } from '@mbari/words/ui';
import { useTransition } from 'react';
import { call, wordsOf } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button, type ButtonKind } from '~/platform/ui/button.tsx';

/** Mails the link that sets a password without the old one. */
export function ForgottenPassword({ email, kind }: { email: string; kind: ButtonKind }) {
  const [busy, start] = useTransition();
  const mailLink = () =>
    start(async () => {
      try {
        await call(forgotPassword, { body: { email } });
        toast.success(sentences.resetMailed);
      } catch (error) {
        toast.error(wordsOf(error, sentences.resetMailFailed));
      }
    });
  return (
    <Button kind={kind} busy={busy && sending} onClick={mailLink}>
      {words.forgot}
    </Button>
  );
}
