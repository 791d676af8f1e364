import { asSentence } from '../../platform/refusal.ts';

/** The provider's own error texts are never shown. */
export const failures = {
  cancelled: asSentence('oauthCancelled'),
  unreachable: asSentence('oauthUnreachable'),
  refused: asSentence('oauthFailed'),
  lost: asSentence('oauthLost'),
  unvouched: asSentence('oauthUnvouched'),
  suspended: asSentence('accountSuspended'),
} as const;

export type Failure = keyof typeof failures;

/** Aborts a sign-in with a message; the transaction rolls back. */
export class SignInRejected extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failures[failure].text);
    this.failure = failure;
  }
}
