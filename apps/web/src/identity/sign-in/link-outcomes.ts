import * as words from '@mbari/words/auth';
import * as sentences from '@mbari/words/sentences';

export interface Outcome {
  title: string;
  text: string;
  /** Text for a guest, who must sign in first. */
  guest: string;
  good: boolean;
}

const invalidLink: Outcome = {
  title: words.linkInvalid,
  text: sentences.verificationLinkInvalid,
  guest: words.linkInvalidGuest({ reason: sentences.verificationLinkInvalid }),
  good: false,
};

/** Outcomes of a verification link by server status. */
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
  'invalid-signature': invalidLink,
  'invalid-hash': { ...invalidLink, title: words.linkOfAnother },
};
