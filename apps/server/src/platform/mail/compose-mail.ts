import { type Locale, locales } from '@mbari/words/locales';
import { type Words, wordsFor } from '@mbari/words/words-for';
import { renderMail } from './mail-layout.ts';
import { type MailSite, unlinkable } from './mail-text.ts';
import { type MailWords, mailWords } from './mail-words.ts';
import { type Notice, noticeAction, noticeWords } from './notices.ts';

export type MailContent = {
  name: string;
  link: string;
  about?: string;
} & ({ kind: keyof typeof mailWords } | { kind: 'notice'; notice: Notice; detail?: string | undefined });

export interface ComposedMail {
  subject: string;
  html: string;
  text: string;
}

export function composeMail(site: MailSite, content: MailContent, locale: Locale): ComposedMail {
  const reader = unlinkable(content.name);
  const words = wordsFor(locale);
  const {
    button,
    small = [],
    showLink = false,
    ...rest
  }: MailWords = content.kind === 'notice'
    ? wordsOfNotice(reader, content, words)
    : mailWords[content.kind](reader, words, site.name, unlinkable(content.about ?? ''));
  const parts = { ...rest, button: { label: button, link: content.link }, small, showLink };
  return renderMail(site, parts, { locale, direction: locales[locale].direction, mail: words.mail });
}

function wordsOfNotice(reader: string, { notice, detail }: Extract<MailContent, { kind: 'notice' }>, words: Words): MailWords {
  const { mail } = words;
  const { subject, text, advice } = noticeWords(notice, words);
  return {
    subject,
    preview: text,
    heading: subject,
    paragraphs: [
      mail.noticeOpening({ reader }),
      text,
      ...(detail === undefined ? [] : [mail.noticeOf({ name: unlinkable(detail) })]),
      advice,
    ],
    button: noticeAction(notice).button(mail),
    small: [mail.everyChangeIsMailed],
  };
}
