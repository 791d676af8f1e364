/** Every way in which coming in by the provider can fail, and what the member reads then. The provider's own words reach nobody. */
export const failures = {
  cancelled: 'Sign-in was cancelled.',
  unreachable: 'The other place cannot be reached just now. Please try again in a moment, or sign in with your email and password.',
  refused: 'oauthFailed',
  lost: 'This sign-in took too long, or began in another browser. Please try again.',
  unvouched: 'The other place has not verified an email address of yours. Verify it there, or sign in with your email and password.',
  suspended: 'accountSuspended',
} as const;

export type Failure = keyof typeof failures;

/** Ends a sign-in with words for the member. What was written for it is taken back. */
export class NotLetIn extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failures[failure]);
    this.failure = failure;
  }
}
