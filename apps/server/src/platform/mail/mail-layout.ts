import { type Locale, locales } from '@mbari/words/locales';
import { type Words, wordsFor } from '@mbari/words/words-for';
import type { Config } from '../config.ts';
import type { Site } from '../site.ts';
import { type MailWords, mailWords } from './mail-words.ts';
import { type Notice, noticeAction, noticeWords } from './notices.ts';

export interface MailParts extends Required<Omit<MailWords, 'button'>> {
  button: Link;
  items?: readonly { text: string; link: string; image: string | null }[];
  smallLink?: Link;
}

interface Link {
  label: string;
  link: string;
}

interface Language {
  locale: string;
  direction: 'ltr' | 'rtl';
  mail: Words['mail'];
}

/**
 * Builds the mail around its parts. Tables and inline styles, because many mail programs support nothing else. The colours
 * are the design tokens (light, then dark) in hex.
 */
export function renderMail(site: MailSite, parts: MailParts, language: Language): ComposedMail {
  return { subject: parts.subject, html: htmlOf(site, parts, language), text: textOf(site, parts, language) };
}

const serif = `font-family:'Noto Serif Display','Iowan Old Style',Georgia,serif`;
const sans = `font-family:'Source Sans 3','Segoe UI',system-ui,-apple-system,sans-serif`;

const htmlOf = (
  { publicUrl, name, tagline }: MailSite,
  { subject, preview, heading, paragraphs, items = [], button, small, smallLink, showLink }: MailParts,
  { locale, direction, mail }: Language,
): string => `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (max-width: 480px) { .page { padding: 0 !important; } .content { padding: 32px 24px 28px !important; } .foot { padding: 16px 24px 32px !important; } .mark { padding-${startOf(direction)}: 24px !important; } }
@media (prefers-color-scheme: dark) {
  .ground { background: #0d0f16 !important; }
  .wall { background: #1c1e28 !important; }
  .ink { color: #eeebe4 !important; }
  .quiet { color: #c2bdb4 !important; }
  .meta { color: #a09b90 !important; }
  .button, .button a { background: #9db6f5 !important; color: #0b1023 !important; }
  .link { color: #9db6f5 !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f6f2ea;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escapeHtml(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f2ea;">
<tr><td class="page" align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;">
<tr><td>${muralFor(direction, name)}</td></tr>
<tr><td class="wall content" style="background:#fffefc;padding:40px 48px 36px;">
<h1 class="ink" dir="auto" style="margin:0 0 16px;${serif};font-weight:500;font-size:30px;line-height:${direction === 'rtl' ? 1.35 : 1.15};color:#181a24;overflow-wrap:anywhere;">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p class="quiet" style="margin:0 0 16px;${sans};font-size:17px;line-height:1.5;color:#4f525e;">${escapeHtml(text)}</p>`).join('\n')}
${items.map(itemOf).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 8px;"><tr><td class="button" style="background:#273c8c;border-radius:6px;">
<a href="${escapeHtml(button.link)}" style="display:inline-block;padding:14px 28px;${sans};font-size:17px;font-weight:600;line-height:20px;color:#fcfaf5;text-decoration:none;border-radius:6px;">${escapeHtml(button.label)}</a>
</td></tr></table>
${small.map((text) => `<p class="meta" style="margin:16px 0 0;${sans};font-size:15px;line-height:1.5;color:#666874;">${escapeHtml(text)}</p>`).join('\n')}
${smallLink === undefined ? '' : `<p class="meta" style="margin:8px 0 0;${sans};font-size:15px;line-height:1.5;"><a class="link" href="${escapeHtml(smallLink.link)}" style="color:#273c8c;">${escapeHtml(smallLink.label)}</a></p>`}
${
  showLink
    ? `<p class="meta" style="margin:16px 0 0;${sans};font-size:13px;line-height:1.5;color:#666874;">${escapeHtml(mail.copyLink)}<br><a class="link" href="${escapeHtml(button.link)}" style="color:#273c8c;word-break:break-all;">${escapeHtml(button.link)}</a></p>`
    : ''
}
</td></tr>
<tr><td class="foot meta" style="padding:16px 48px 32px;${sans};font-size:13px;line-height:1.5;color:#666874;">${escapeHtml(name)} &middot; ${escapeHtml(tagline ?? mail.tagline)}<br><a class="link" href="${escapeHtml(publicUrl.origin)}" style="color:#666874;">${escapeHtml(publicUrl.host)}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const itemOf = ({ text, link, image }: NonNullable<MailParts['items']>[number]): string => {
  const imageCell =
    image === null
      ? ''
      : `<td width="64" style="padding-bottom:16px;"><img src="${escapeHtml(image)}" width="48" height="48" alt="" style="display:block;object-fit:cover;border-radius:4px;"></td>`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${imageCell}<td style="padding-bottom:16px;${sans};font-size:17px;line-height:1.5;"><a class="link" href="${escapeHtml(link)}" dir="auto" style="color:#273c8c;overflow-wrap:anywhere;">${escapeHtml(text)}</a></td></tr></table>`;
};

/** The logo as rings with open sides, because mail programs drop SVG. */
const coil = `<div style="display:inline-block;width:36px;height:36px;border:3px solid #f5eede;border-right-color:transparent;border-radius:50%;vertical-align:middle;"><div style="width:20px;height:20px;margin:5px;border:3px solid #f5eede;border-left-color:transparent;border-radius:50%;"><div style="width:6px;height:6px;margin:7px;background:#e3ad4b;border-radius:50%;"></div></div></div>`;

const startOf = (direction: Language['direction']): 'left' | 'right' => (direction === 'rtl' ? 'right' : 'left');

const muralFor = (
  direction: Language['direction'],
  name: string,
): string => `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td class="mark" width="58%" rowspan="2" bgcolor="#162558" style="background:#162558;padding:22px 0;padding-${startOf(direction)}:48px;white-space:nowrap;">${coil}<span style="${serif};font-size:28px;line-height:36px;color:#f5eede;padding-${startOf(direction)}:14px;vertical-align:middle;">${escapeHtml(name)}</span></td>
<td width="14%" rowspan="2" bgcolor="#ad4828" style="background:#ad4828;font-size:0;line-height:0;">&nbsp;</td>
<td width="18%" height="50" bgcolor="#e3ad4b" style="background:#e3ad4b;font-size:0;line-height:0;">&nbsp;</td>
<td width="10%" rowspan="2" bgcolor="#261917" style="background:#261917;font-size:0;line-height:0;">&nbsp;</td>
</tr><tr><td height="36" bgcolor="#f5eede" style="background:#f5eede;font-size:0;line-height:0;">&nbsp;</td></tr></table>`;

const textOf = (
  { publicUrl, name, tagline }: MailSite,
  { heading, paragraphs, items = [], button, small, smallLink }: MailParts,
  { mail }: Language,
): string =>
  [
    heading,
    ...paragraphs,
    ...items.map(({ text, link }) => `${text}\n${link}`),
    `${button.label}:\n${button.link}`,
    ...small,
    ...(smallLink === undefined ? [] : [`${smallLink.label}:\n${smallLink.link}`]),
    `-- \n${name}: ${tagline ?? mail.tagline}\n${publicUrl.origin}`,
  ].join('\n\n') + '\n';

interface MailSite {
  publicUrl: URL;
  name: string;
  /** Null selects the default text in the reader's language. */
  tagline: string | null;
}

export const mailSite = ({ publicUrl }: Pick<Config, 'publicUrl'>, { name, tagline }: Pick<Site, 'name' | 'tagline'>): MailSite => ({
  publicUrl,
  name,
  tagline,
});

/** Inserts invisible joiners, because mail programs would link a typed `evil.example`. */
export const unlinkable = (typed: string): string => typed.replaceAll(/[.:/@\\]/g, '$&\u2060');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

export type MailContent = {
  name: string;
  link: string;
  about?: string;
} & ({ kind: keyof typeof mailWords } | { kind: 'notice'; notice: Notice; detail?: string | undefined });

interface ComposedMail {
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
