import * as sentences from '@mbari/contract/sentences';

export interface Outcome {
  title: string;
  text: string;
  /** To a guest, who has to sign in before anything else. */
  guest: string;
  good: boolean;
}

const invalid: Outcome = {
  title: 'This link does not open',
  text: sentences.verificationLinkInvalid,
  guest: `${sentences.verificationLinkInvalid} Sign in first.`,
  good: false,
};

/** The outcomes of a verification link, by the server's status. */
export const linkOutcomes: Readonly<Record<string, Outcome>> = {
  'verified': {
    title: 'Email verified',
    text: 'Your address is verified. Come in.',
    guest: 'Your email is verified. Sign in, and come in.',
    good: true,
  },
  'already-verified': {
    title: 'Already verified',
    text: 'Your address was verified before. Come in.',
    guest: 'Your email was verified before. Sign in, and come in.',
    good: true,
  },
  'invalid-signature': invalid,
  'invalid-hash': { ...invalid, title: 'This link is for another address' },
};
