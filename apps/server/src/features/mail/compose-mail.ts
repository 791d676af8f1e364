import { type Locale, locales } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import { layOutMail } from './lay-out-mail.ts';
import { everyChangeIsMailed, type MailWords, mailWords } from './mail-words.ts';
import { type Notice, noticeWords } from './notices.ts';

export type MailContent = {
  /** As the member typed it. */
  name: string;
  /** Where the button leads. */
  link: string;
} & ({ kind: keyof typeof mailWords } | { kind: 'notice'; notice: Notice; detail?: string | undefined });

export interface ComposedMail {
  subject: string;
  html: string;
  text: string;
}

/** Says each kind of mail in the words of a language, as HTML and as plain text. */
export function composeMail(publicUrl: URL, content: MailContent, locale: Locale): ComposedMail {
  const reader = unlinkable(content.name);
  const words =
    content.kind === 'notice' ? wordsOfNotice(reader, content.notice, content.detail) : mailWords[content.kind](reader, wordsFor(locale));
  const { button, small = [], showLink = false, ...rest }: MailWords = words;
  const { direction } = locales[locale];
  return layOutMail(publicUrl, { ...rest, button: { label: button, link: content.link }, small, showLink, locale, direction });
}

function wordsOfNotice(reader: string, notice: Notice, detail: string | undefined): MailWords {
  const { subject, text, advice, way } = noticeWords(notice);
  return {
    subject,
    preview: text,
    heading: subject,
    paragraphs: [
      `${reader}, this is to let you know:`,
      text,
      ...(detail === undefined ? [] : [`It is called “${unlinkable(detail)}”.`]),
      advice,
    ],
    button: way === 'sign in' ? 'Sign in' : 'Set a new password',
    small: [everyChangeIsMailed],
  };
}

/** Mail programs turn `evil.example` into a link by themselves. What a member typed never becomes one: invisible joiners break it up. */
const unlinkable = (typed: string): string => typed.replaceAll(/[.:/@\\]/g, '$&\u2060');
