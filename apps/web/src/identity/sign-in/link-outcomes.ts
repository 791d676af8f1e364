import * as words from '@mbari/words/auth';
import * as sentences from '@mbari/words/sentences';

export interface Outcome {
  title: string;
  text: string;
  /** To a guest, who has to sign in before anything else. */
  guest: string;
  good: boolean;
}

const invalid: Outcome = {
  title: words.linkInvalid,
  text: sentences.verificationLinkInvalid,
  guest: words.linkInvalidGuest({ reason: sentences.verificationLinkInvalid }),
  good: false,
};

/** The outcomes of a verification link, by the server's status. */
export const linkOutcomes: Readonly<Record<string, Outcome>> = {
  'verified': {
    title: words.verified,
    text: words.verifiedText,
    guest: words.verifiedGuest,
    good: true,
  },
  'already-verified': {
    title: words.verifiedBefore,
    text: words.verifiedBeforeText,
    guest: words.verifiedBeforeGuest,
    good: true,
  },
  'invalid-signature': invalid,
  'invalid-hash': { ...invalid, title: words.linkOfAnother },
};
