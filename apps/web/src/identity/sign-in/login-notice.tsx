import { resendVerificationByEmail } from '@mbari/contract/identity/auth';
import * as words from '@mbari/words/auth';
import * as sentences from '@mbari/words/sentences';
import { useLocation } from '@tanstack/react-router';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Note } from '~/platform/ui/note.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { linkOutcomes } from './link-outcomes.ts';
import { OutboxHint } from './outbox-hint.tsx';

/** Shows the outcome of a verification link, or that a registration awaits verification. */
export function LoginNotice() {
  const { verification, awaiting } = useLocation({ select: ({ state }) => state });
  const outcome = linkOutcomes[verification ?? ''];
  if (outcome !== undefined)
    return (
      <div role="status" className="mb-s5">
        <Note kind={outcome.good ? 'good' : 'bad'}>{outcome.guest}</Note>
      </div>
    );
  if (awaiting === undefined) return null;
  return (
    <div role="status" className="mb-s5 grid gap-s3">
      <Note kind="good">
        <Phrase parts={words.letterSent({ email: awaiting, address: (text) => <strong className="break-words">{text}</strong> })} />
      </Note>
      <p className="text-ink-quiet">{words.knownAddress}</p>
      <OutboxHint />
      <ResendByEmail email={awaiting} />
    </div>
  );
}

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
