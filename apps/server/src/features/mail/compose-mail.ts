import { layOutMail } from './lay-out-mail.ts';

export interface Letter {
  kind: 'verify' | 'welcome' | 'known';
  /** As the member typed it. */
  name: string;
  /** Where the button leads. */
  link: string;
}

export interface ComposedMail {
  subject: string;
  html: string;
  text: string;
}

/** What each kind of mail says. */
export function composeMail(publicUrl: URL, { kind, name, link }: Letter): ComposedMail {
  const reader = unlinkable(name);
  switch (kind) {
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
  }
}

/** Mail programs turn `evil.example` into a link by themselves. What a member typed never becomes one: invisible joiners break it up. */
const unlinkable = (typed: string): string => typed.replaceAll(/[.:/@\\]/g, '$&\u2060');
