import { forgotPassword } from '@mbari/contract/passwords';
import * as words from '@mbari/words/passwords';
import * as sentences from '@mbari/words/sentences';
import { sending } from '@mbari/words/ui';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button, type ButtonKind } from '~/platform/ui/button.tsx';

export function ForgottenPassword({ email, kind }: { email: string; kind: ButtonKind }) {
  const mail = useAction(() => call(forgotPassword, { body: { email } }), sentences.resetMailFailed, sentences.resetMailed);
  return (
    <Button kind={kind} busy={mail.busy && sending} onClick={() => void mail.run()}>
      {words.forgot}
    </Button>
  );
}
