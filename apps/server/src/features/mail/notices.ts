interface NoticeWords {
  subject: string;
  /** What happened. */
  text: string;
  /** What to do if it was not oneself, where that is something else than setting a new password. */
  advice?: string;
  /** Where the button leads; to a new password if not given. */
  way?: 'sign in';
}

/** A new password ends sessions, but not passkeys and external providers: only the owner knows which of these are theirs. */
const lookThrough = 'Passkeys and places that vouch for you still open your account: look through them in Settings, under Security.';

/** Mails to the owner of an account after its ways to sign in were changed, whoever changed them. */
export const notices = {
  password_changed: {
    subject: 'Your password was changed',
    text: 'The password of your account was changed, and all other devices were signed out.',
    advice: `If it was you, nothing is to be done. If it was not, set a new password now: that signs everybody else out. ${lookThrough}`,
  },
  password_reset: {
    subject: 'Your password was reset',
    text: 'The password of your account was set anew by a link that we mailed to this address, and all devices were signed out.',
    advice: `If it was you, sign in with it. If it was not, somebody else reads your mail: secure that first, then set a new password. ${lookThrough}`,
  },
  passkey_added: {
    subject: 'A passkey was added',
    text: 'A passkey was added to your account. Whoever holds it can sign in without a password.',
    advice:
      'If it was you, nothing is to be done. If it was not, set a new password now, then sign in and remove the passkey in Settings, under Security: the new password alone does not stop it.',
  },
  passkey_removed: { subject: 'A passkey was removed', text: 'A passkey was removed from your account.' },
  totp_on: {
    subject: 'Two-step sign-in is on',
    text: 'Signing in with your password now asks for a code of your authenticator app, too.',
    advice:
      'If it was you, nothing is to be done. If it was not, set a new password now, and write to the people who run this community: they can turn it off, which a new password does not.',
  },
  totp_off: { subject: 'Two-step sign-in is off', text: 'Signing in with your password asks for no second step any more.' },
  totp_lost: {
    subject: 'Two-step sign-in was turned off',
    text: 'The key that protects authenticator apps and recovery codes was lost on our side. Yours have stopped working, and signing in with your password asks for no second step any more.',
    advice: 'Please sign in and set it up again in Settings, under Security. Your password is as it was.',
    way: 'sign in',
  },
  recovery_codes_replaced: {
    subject: 'Your recovery codes were made anew',
    text: 'New recovery codes were made for your account. The old ones have stopped working.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    text: 'Somebody signed in to your account with your password and one of your recovery codes. Each works once.',
  },
  identity_linked: {
    subject: 'Another way to sign in was added',
    text: 'Your account can now be entered by way of an external provider that vouches for this address.',
    advice:
      'If it was you, nothing is to be done. If it was not, somebody else uses your account over there: secure that one first, then set a new password here, which signs everybody else out.',
  },
  email_change_asked: {
    subject: 'A new address was asked for',
    text: 'Somebody signed in to your account asked to move it to another email address. It moves once the link that we mailed there is followed.',
    advice:
      'If it was you, follow that link. If it was not, set a new password now: that takes the request back and signs everybody else out.',
  },
  export_made: {
    subject: 'Your data was downloaded',
    text: 'An archive of all that you made here, private details included, was downloaded from your account.',
  },
  account_closed: {
    subject: 'Your account is closed',
    text: 'Your account is closed and nobody sees it any more. In 14 days everything in it is erased. Until then, signing in brings it back as it was.',
    advice: 'If it was not you, sign in now and set a new password.',
    way: 'sign in',
  },
} as const satisfies Record<string, NoticeWords>;

export type Notice = keyof typeof notices;

const usualAdvice = 'If it was you, nothing is to be done. If it was not, set a new password now: that signs everybody else out.';

export const noticeWords = (notice: Notice): Required<Omit<NoticeWords, 'way'>> & { way: 'sign in' | 'new password' } => ({
  advice: usualAdvice,
  way: 'new password',
  ...notices[notice],
});
