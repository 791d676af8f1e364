import * as words from '@mbari/words/auth';
import { useLocation } from '@tanstack/react-router';
import { Note } from '~/platform/ui/note.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { linkOutcomes } from './link-outcomes.ts';
import { OutboxHint } from './outbox-hint.tsx';
import { ResendByEmail } from './resend-by-email.tsx';

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
