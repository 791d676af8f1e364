import type { Words } from '@mbari/words/words-for';

interface NoticeWords {
  subject: string;
  text: string;
  /** Advice if another person made the change. The default advises a new password. */
  advice?: string;
}

/** Notices to the owner of an account after a change to its sign-in. */
const notices = {
  password_changed: (mail) => ({
    subject: mail.passwordChangedSubject,
    text: mail.passwordChangedText,
    advice: mail.passwordChangedAdvice,
  }),
  password_reset: (mail) => ({ subject: mail.passwordResetSubject, text: mail.passwordResetText, advice: mail.passwordResetAdvice }),
  passkey_added: (mail) => ({ subject: mail.passkeyAddedSubject, text: mail.passkeyAddedText, advice: mail.passkeyAddedAdvice }),
  passkey_removed: (mail) => ({ subject: mail.passkeyRemovedSubject, text: mail.passkeyRemovedText }),
  api_token_added: (mail) => ({ subject: mail.apiTokenAddedSubject, text: mail.apiTokenAddedText, advice: mail.apiTokenAddedAdvice }),
  totp_on: (mail) => ({ subject: mail.totpOnSubject, text: mail.totpOnText, advice: mail.totpOnAdvice }),
  totp_off: (mail) => ({ subject: mail.totpOffSubject, text: mail.totpOffText }),
  totp_lost: (mail) => ({ subject: mail.totpLostSubject, text: mail.totpLostText, advice: mail.totpLostAdvice }),
  recovery_codes_replaced: (mail) => ({ subject: mail.recoveryCodesReplacedSubject, text: mail.recoveryCodesReplacedText }),
  recovery_code_used: (mail) => ({ subject: mail.recoveryCodeUsedSubject, text: mail.recoveryCodeUsedText }),
  identity_linked: (mail) => ({ subject: mail.identityLinkedSubject, text: mail.identityLinkedText, advice: mail.identityLinkedAdvice }),
  identity_unlinked: (mail) => ({ subject: mail.identityUnlinkedSubject, text: mail.identityUnlinkedText }),
  email_change_asked: (mail) => ({
    subject: mail.emailChangeAskedSubject,
    text: mail.emailChangeAskedText,
    advice: mail.emailChangeAskedAdvice,
  }),
  export_made: (mail) => ({ subject: mail.exportMadeSubject, text: mail.exportMadeText }),
  export_offered: (mail) => ({
    subject: mail.exportOfferedSubject,
    text: mail.exportOfferedText,
    advice: mail.exportOfferedAdvice,
  }),
  role_to_confirm: (mail) => ({ subject: mail.roleToConfirmSubject, text: mail.roleToConfirmText, advice: mail.roleToConfirmAdvice }),
  account_closed: (mail) => ({ subject: mail.accountClosedSubject, text: mail.accountClosedText, advice: mail.accountClosedAdvice }),
} satisfies Record<string, (mail: Words['mail']) => NoticeWords>;

export type Notice = keyof typeof notices;

export const allNotices = Object.keys(notices) as Notice[];

export function noticeWords(notice: Notice, { mail }: Words): Required<NoticeWords> {
  const texts: NoticeWords = notices[notice](mail);
  return { advice: mail.usualAdvice, ...texts };
}

/** Path and label of each button that does not lead to a new password. */
const ways: Partial<Record<Notice, { path: string; button: (mail: Words['mail']) => string }>> = {
  totp_lost: { path: '/login', button: (mail) => mail.signIn },
  account_closed: { path: '/login', button: (mail) => mail.signIn },
  export_offered: { path: '/settings?tab=security', button: (mail) => mail.downloadData },
};

export const noticeAction = (notice: Notice): { path: string; button: (mail: Words['mail']) => string } =>
  ways[notice] ?? { path: '/forgot-password', button: (mail) => mail.setPassword };
