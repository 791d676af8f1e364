import { layOutMail } from './lay-out-mail.ts';
import { notices, type Notice } from './notices.ts';

export type Letter = {
  /** As the member typed it. */
  name: string;
  /** Where the button leads. */
  link: string;
} & ({ kind: 'verify' | 'welcome' | 'known' } | { kind: 'notice'; notice: Notice; detail?: string | undefined });

export interface ComposedMail {
  subject: string;
  html: string;
  text: string;
}

/** What each kind of mail says. */
export function composeMail(publicUrl: URL, letter: Letter): ComposedMail {
  const { name, link } = letter;
  const reader = unlinkable(name);
  switch (letter.kind) {
    case 'verify':
      return layOutMail(publicUrl, {
        subject: 'Verify your email address',
        preview: 'One step, and the house is open to you.',
        heading: `Welcome, ${reader}`,
        paragraphs: [
          'Please confirm that this address is yours. Then the house is open to you: share what you make, see what others made.',
        ],
        button: { label: 'Verify my email', link },
        small: [
          'The link works for 60 minutes. If it has run out, ask for a new one on the page that brought you here.',
          'You did not register at Mbari? Then do nothing: without this step the account is removed after two days.',
        ],
        showLink: true,
      });
    case 'welcome':
      return layOutMail(publicUrl, {
        subject: 'Welcome to Mbari',
        preview: 'Your address is verified. Come in.',
        heading: `Come in, ${reader}`,
        paragraphs: [
          'Your address is verified. An mbari house is built and painted by everybody who lives around it, and so is this place.',
          'Tell the others a little about yourself, choose what you care about, and hang your first photo.',
        ],
        button: { label: 'Enter the house', link },
        small: [],
        showLink: false,
      });
    case 'known':
      return layOutMail(publicUrl, {
        subject: 'You already have an account',
        preview: 'Somebody tried to register with your address.',
        heading: `You are known here, ${reader}`,
        paragraphs: [
          'Somebody, perhaps you, just registered at Mbari with this address. It already belongs to your account, so no second one was opened for it.',
          'If it was you, sign in as you always do. If it was not, nothing is to be done: nobody got into your account.',
        ],
        button: { label: 'Sign in', link },
        small: [],
        showLink: false,
      });
    case 'notice': {
      const { subject, text } = notices[letter.notice];
      return layOutMail(publicUrl, {
        subject,
        preview: text,
        heading: subject,
        paragraphs: [
          `${reader}, this is to let you know:`,
          text,
          ...(letter.detail === undefined ? [] : [unlinkable(letter.detail)]),
          letter.notice === 'account_closed'
            ? 'If it was not you, sign in now and set a new password.'
            : 'If it was you, nothing is to be done. If it was not, set a new password now: that signs everybody else out.',
        ],
        button: { label: letter.notice === 'account_closed' ? 'Sign in' : 'Set a new password', link },
        small: ['We tell you each time something about the ways into your account changes.'],
        showLink: false,
      });
    }
  }
}

/** Mail programs turn `evil.example` into a link by themselves. What a member typed never becomes one: invisible joiners break it up. */
const unlinkable = (typed: string): string => typed.replaceAll(/[.:/@\\]/g, '$&\u2060');
