import type { Words } from '@mbari/words/words-for';

export interface MailWords {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: string[];
  button: string;
  small?: string[];
  showLink?: boolean;
}

/** Texts by kind of mail. `reader` is the member's name, `words` the catalogue of their language, `about` another member's name or a host. */
export const mailWords = {
  verify: (reader, { mail }, community) => ({
    subject: mail.verifySubject,
    preview: mail.verifyPreview,
    heading: mail.verifyHeading({ reader }),
    paragraphs: [mail.verifyText],
    button: mail.verifyButton,
    small: [mail.verifyLasts, mail.verifyNotYou({ community })],
    showLink: true,
  }),
  welcome: (reader, { mail }, community) => ({
    subject: mail.welcomeSubject({ community }),
    preview: mail.welcomePreview,
    heading: mail.welcomeHeading({ reader }),
    paragraphs: [mail.welcomeText, mail.welcomeNext],
    button: mail.welcomeButton,
  }),
  approved: (reader, { mail }, community) => ({
    subject: mail.welcomeSubject({ community }),
    preview: mail.approvedPreview,
    heading: mail.welcomeHeading({ reader }),
    paragraphs: [mail.approvedText, mail.welcomeNext],
    button: mail.welcomeButton,
  }),
  declined: (reader, { mail }, community) => ({
    subject: mail.declinedSubject({ community }),
    preview: mail.declinedPreview,
    heading: mail.declinedHeading({ reader }),
    paragraphs: [mail.declinedText({ community })],
    button: mail.declinedButton,
  }),
  joining_closed: (reader, { mail }, community) => ({
    subject: mail.joiningClosedSubject({ community }),
    preview: mail.joiningClosedPreview,
    heading: mail.joiningClosedHeading({ reader }),
    paragraphs: [mail.joiningClosedText, mail.joiningClosedAdvice],
    button: mail.joiningButton,
  }),
  admin_added: (reader, { mail }, community, about) => ({
    subject: mail.adminAddedSubject({ community }),
    preview: mail.adminAddedPreview,
    heading: mail.adminAddedHeading({ reader }),
    paragraphs: [mail.adminAddedText({ community, name: about }), mail.adminAddedAdvice],
    button: mail.adminAddedButton,
  }),
  webhook_off: (reader, { mail }, community, about) => ({
    subject: mail.webhookOffSubject({ community }),
    preview: mail.webhookOffPreview,
    heading: mail.joiningClosedHeading({ reader }),
    paragraphs: [mail.webhookOffText({ host: about }), mail.webhookOffAdvice],
    button: mail.webhookOffButton,
  }),
  organisers_away: (reader, { mail }, community) => ({
    subject: mail.organisersAwaySubject({ community }),
    preview: mail.organisersAwayPreview,
    heading: mail.organisersAwayHeading({ reader }),
    paragraphs: [mail.organisersAwayText({ community })],
    button: mail.signIn,
  }),
  test: (reader, { mail }, community) => ({
    subject: mail.testSubject({ community }),
    preview: mail.testText,
    heading: mail.testHeading({ reader }),
    paragraphs: [mail.testText],
    button: mail.testButton,
  }),
  known: (reader, { mail }, community) => ({
    subject: mail.knownSubject,
    preview: mail.knownPreview,
    heading: mail.knownHeading({ reader }),
    paragraphs: [mail.knownText({ community }), mail.knownAdvice],
    button: mail.signIn,
  }),
  reset: (reader, { mail }) => ({
    subject: mail.resetSubject,
    preview: mail.resetPreview,
    heading: mail.resetHeading({ reader }),
    paragraphs: [mail.resetText],
    button: mail.setPassword,
    small: [mail.resetLasts, mail.resetNotYou],
    showLink: true,
  }),
  claim: (reader, { mail }, community) => ({
    subject: mail.claimSubject({ community }),
    preview: mail.claimPreview,
    heading: mail.claimHeading({ reader }),
    paragraphs: [mail.claimText({ community }), mail.claimPosts],
    button: mail.setPassword,
    small: [mail.claimLasts, mail.claimNotWanted],
    showLink: true,
  }),
  change_email: (reader, { mail }) => ({
    subject: mail.changeEmailSubject,
    preview: mail.changeEmailPreview,
    heading: mail.changeEmailHeading({ reader }),
    paragraphs: [mail.changeEmailText],
    button: mail.changeEmailButton,
    small: [mail.changeEmailLasts, mail.changeEmailNotYou],
    showLink: true,
  }),
  email_wanted: (reader, { mail }, community) => ({
    subject: mail.emailWantedSubject,
    preview: mail.emailWantedPreview,
    heading: mail.emailWantedHeading({ reader }),
    paragraphs: [mail.emailWantedText({ community }), mail.emailWantedAdvice],
    button: mail.signIn,
  }),
  email_changed: (reader, { mail }) => ({
    subject: mail.emailChangedSubject,
    preview: mail.emailChangedPreview,
    heading: mail.emailChangedSubject,
    paragraphs: [mail.emailChangedText({ reader }), mail.emailChangedByYou, mail.emailChangedNotYou],
    button: mail.goToSignIn,
    small: [mail.everyChangeIsMailed],
  }),
} satisfies Record<string, (reader: string, words: Words, community: string, about: string) => MailWords>;
