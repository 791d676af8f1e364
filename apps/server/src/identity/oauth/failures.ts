import { asSentence } from '../../platform/refusal.ts';

/** Every way in which coming in by the provider can fail, and what the member reads then. The provider's own words reach nobody. */
export const failures = {
  cancelled: asSentence('oauthCancelled'),
  unreachable: asSentence('oauthUnreachable'),
  refused: asSentence('oauthFailed'),
  lost: asSentence('oauthLost'),
  unvouched: asSentence('oauthUnvouched'),
  suspended: asSentence('accountSuspended'),
} as const;

export type Failure = keyof typeof failures;

/** Ends a sign-in with words for the member. What was written for it is taken back. */
export class NotLetIn extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failures[failure].text);
    this.failure = failure;
  }
}
