import type { Words } from '@mbari/words/words-for';

/** What one kind of mail says. */
export interface MailWords {
  subject: string;
  /** The line that lists of mails show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** What the button says. */
  button: string;
  small?: string[];
  /** Also writes the link out, for readers whose button does not work. */
  showLink?: boolean;
}

export const everyChangeIsMailed = 'We tell you each time something about the ways into your account changes.';

/** By the kind of mail; `reader` is the member's name, `words` are those of the member's language. */
export const mailWords = {
  verify: (reader, { mail }) => ({
    subject: mail.verifySubject,
    preview: mail.verifyPreview,
    heading: mail.verifyHeading({ reader }),
    paragraphs: [mail.verifyText],
    button: mail.verifyButton,
    small: [mail.verifyLasts, mail.verifyNotYou],
    showLink: true,
  }),
  welcome: (reader) => ({
    subject: 'Welcome to Mbari',
    preview: 'Your address is verified. Come in.',
    heading: `Come in, ${reader}`,
    paragraphs: [
      'Your address is verified. An mbari house is built and painted by everybody who lives around it, and so is this place.',
      'Tell the others a little about yourself, choose what you care about, and hang your first photo.',
    ],
    button: 'Enter the house',
  }),
  known: (reader) => ({
    subject: 'You already have an account',
    preview: 'Somebody tried to register with your address.',
    heading: `You are known here, ${reader}`,
    paragraphs: [
      'Somebody, perhaps you, just registered at Mbari with this address. It already belongs to your account, so no second one was opened for it.',
      'If it was you, sign in as you always do. If it was not, nothing is to be done: nobody got into your account.',
    ],
    button: 'Sign in',
  }),
  reset: (reader) => ({
    subject: 'Set a new password',
    preview: 'The link you asked for. It works once, for 60 minutes.',
    heading: `A new key for you, ${reader}`,
    paragraphs: [
      'You forgot your password, and that is nothing: follow the link and choose a new one. All your devices are then signed out.',
    ],
    button: 'Set a new password',
    small: [
      'The link works once, for 60 minutes from when you asked. Asking again makes a newer one, and this one stops.',
      'You did not ask for it? Then do nothing: your password stays as it is. Give this link to nobody, whoever asks for it.',
    ],
    showLink: true,
  }),
  change_email: (reader) => ({
    subject: 'Confirm your new address',
    preview: 'One step, and your account moves to this address.',
    heading: `Is this your address, ${reader}?`,
    paragraphs: [
      'You asked us to move your account to this address. Follow the link, and from then on you sign in with it and we write to you here.',
    ],
    button: 'Confirm this address',
    small: [
      'The link works for 60 minutes from when you asked. Until you follow it, everything stays as it is.',
      'You did not ask for it? Then do nothing: somebody mistyped their own address.',
    ],
    showLink: true,
  }),
  email_wanted: (reader) => ({
    subject: 'Your address stays yours',
    preview: 'Somebody tried to move their account to your address.',
    heading: `This address is yours, ${reader}`,
    paragraphs: [
      'Somebody, perhaps you, asked to move another account at Mbari to this address. It already belongs to your account, so nothing was moved.',
      'If it was you, sign in to the account that has this address. If it was not, nothing is to be done: nobody got into your account.',
    ],
    button: 'Sign in',
  }),
  email_changed: (reader) => ({
    subject: 'Your address was changed',
    preview: 'Your account has moved to another email address.',
    heading: 'Your address was changed',
    paragraphs: [
      `${reader}, your account has moved to another email address, as was asked for in it. This is the last letter that we send to this one.`,
      'If it was you, nothing is to be done.',
      'If it was not, somebody knows your password. Write at once to the people who run this community: this letter tells them that the account was yours.',
    ],
    button: 'Go to sign-in',
    small: [everyChangeIsMailed],
  }),
} satisfies Record<string, (reader: string, words: Words) => MailWords>;
