import type { Words } from '@mbari/words/words-for';

interface NoticeWords {
  subject: string;
  /** What happened. */
  text: string;
  /** What to do if it was not oneself, where that is something else than setting a new password. */
  advice?: string;
}

/** Mails to the owner of an account after its ways to sign in were changed, whoever changed them. */
const notices = {
  password_changed: (mail) => ({
    subject: mail.passwordChangedSubject,
    text: mail.passwordChangedText,
    advice: mail.passwordChangedAdvice,
  }),
  password_reset: (mail) => ({ subject: mail.passwordResetSubject, text: mail.passwordResetText, advice: mail.passwordResetAdvice }),
  passkey_added: (mail) => ({ subject: mail.passkeyAddedSubject, text: mail.passkeyAddedText, advice: mail.passkeyAddedAdvice }),
  passkey_removed: (mail) => ({ subject: mail.passkeyRemovedSubject, text: mail.passkeyRemovedText }),
  totp_on: (mail) => ({ subject: mail.totpOnSubject, text: mail.totpOnText, advice: mail.totpOnAdvice }),
  totp_off: (mail) => ({ subject: mail.totpOffSubject, text: mail.totpOffText }),
  totp_lost: (mail) => ({ subject: mail.totpLostSubject, text: mail.totpLostText, advice: mail.totpLostAdvice }),
  recovery_codes_replaced: (mail) => ({ subject: mail.recoveryCodesReplacedSubject, text: mail.recoveryCodesReplacedText }),
  recovery_code_used: (mail) => ({ subject: mail.recoveryCodeUsedSubject, text: mail.recoveryCodeUsedText }),
  identity_linked: (mail) => ({ subject: mail.identityLinkedSubject, text: mail.identityLinkedText, advice: mail.identityLinkedAdvice }),
  email_change_asked: (mail) => ({
    subject: mail.emailChangeAskedSubject,
    text: mail.emailChangeAskedText,
    advice: mail.emailChangeAskedAdvice,
  }),
  export_made: (mail) => ({ subject: mail.exportMadeSubject, text: mail.exportMadeText }),
  account_closed: (mail) => ({ subject: mail.accountClosedSubject, text: mail.accountClosedText, advice: mail.accountClosedAdvice }),
} satisfies Record<string, (mail: Words['mail']) => NoticeWords>;

export type Notice = keyof typeof notices;

export const allNotices = Object.keys(notices) as Notice[];

export function noticeWords(notice: Notice, { mail }: Words): Required<NoticeWords> {
  const said: NoticeWords = notices[notice](mail);
  return { advice: mail.usualAdvice, ...said };
}

/** Where the button leads; to a new password after all others. */
export const leadsToSignIn = (notice: Notice): boolean => notice === 'totp_lost' || notice === 'account_closed';
