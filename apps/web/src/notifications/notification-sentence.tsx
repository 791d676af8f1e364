import type { Notification } from '@mbari/contract/notifications/notifications';
import * as sentences from '@mbari/words/notification-sentences';
import type { ReactNode } from 'react';
import { Phrase } from '~/platform/ui/phrase.tsx';

/** The sentence in the reader's language with names in bold. Falls back to the server's text if this build lacks the sentence. */
export function NotificationSentence({ message, reason, params }: Pick<Notification, 'message' | 'reason' | 'params'>) {
  const say: Say | string | undefined = isKnown(reason) ? sentences[reason] : undefined;
  const given = { name: sentences.somebody, title: '', category: '', others: 0, reason: '', ...params, b: bold };
  return (
    <span className="notification-words">{typeof say === 'function' ? <Phrase parts={[say(given)].flat()} /> : (say ?? message)}</span>
  );
}

const isKnown = (reason: string): reason is keyof typeof sentences => Object.hasOwn(sentences, reason);

type Say = (given: Required<Notification['params']> & { b: (text: string) => ReactNode }) => ReactNode | ReactNode[];

// No <bdi>: a right-to-left name must keep its place in the sentence.
const bold = (text: string) => <b>{text}</b>;
