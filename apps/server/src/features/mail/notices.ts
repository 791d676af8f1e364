/**
 * What the owner of an account is told, after the fact, about its ways in: whoever did it, they learn of it. Each says what
 * happened; what to do if it was not oneself is the same for all but those that say otherwise.
 */
export const notices = {
  password_changed: {
    subject: 'Your password was changed',
    text: 'The password of your account was changed, and all other devices were signed out.',
  },
  password_reset: {
    subject: 'Your password was reset',
    text: 'The password of your account was set anew by a link that we mailed to this address, and all devices were signed out.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    text: 'A passkey was added to your account. Whoever holds it can sign in without a password.',
  },
  passkey_removed: { subject: 'A passkey was removed', text: 'A passkey was removed from your account.' },
  totp_on: { subject: 'Two-step sign-in is on', text: 'Signing in with your password now asks for a code of your authenticator app, too.' },
  totp_off: { subject: 'Two-step sign-in is off', text: 'Signing in with your password asks for no second step any more.' },
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
  },
  account_closed: {
    subject: 'Your account is closed',
    text: 'Your account is closed and nobody sees it any more. In 14 days everything in it is erased. Until then, signing in brings it back as it was.',
  },
} as const satisfies Record<string, { subject: string; text: string }>;

export type Notice = keyof typeof notices;
