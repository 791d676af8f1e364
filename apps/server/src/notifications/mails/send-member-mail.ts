import { locales } from '@mbari/words/locales';
import { type Words, wordsFor } from '@mbari/words/words-for';
import type { Context } from '../../platform/context.ts';
import { offeredLocale } from '../../platform/languages.ts';
import { deliverMail } from '../../platform/mail/deliver-mail.ts';
import { renderMail } from '../../platform/mail/mail-layout.ts';
import { mailSite, unlinkable } from '../../platform/mail/mail-text.ts';
import { findRecipient } from './queries.ts';
import { unsubscribeLink } from './unsubscribe.ts';

interface MailContent {
  subject: string;
  heading: string;
  /** Links and images are paths of the site. */
  items: readonly { text: string; link: string; image?: string | null }[];
  button: { label: string; link: string };
  /** Says why the member gets the mail. */
  why: string;
}

interface ReaderWords {
  words: Words;
  /** Name of the member, as text that mail programs do not turn into a link. */
  reader: string;
  community: string;
}

/** Sends a list of links in the member's language, unless the account was suspended or closed. The member may unsubscribe. */
export async function sendMemberMail(
  context: Context,
  { member_id: memberId, mail_id: id }: { member_id: string; mail_id: string },
  compose: (reader: ReaderWords) => MailContent,
): Promise<void> {
  const { config } = context;
  const recipient = await findRecipient(context.db, memberId);
  if (!recipient) return;
  const site = await context.site.read();
  const locale = offeredLocale(site.languages, recipient.locale) ?? site.languages.default;
  const words = wordsFor(locale);
  const { subject, heading, items, button, why } = compose({ words, reader: unlinkable(recipient.name), community: site.name });
  const unsubscribe = unsubscribeLink(context, recipient.id);
  const absolute = (path: string): string => new URL(path, config.publicUrl).href;
  await deliverMail(context, 'activity', {
    site: site.name,
    id,
    to: { name: recipient.name, address: recipient.email },
    memberId: recipient.id,
    unsubscribe,
    ...renderMail(
      mailSite(config, site),
      {
        subject,
        preview: items[0]?.text ?? '',
        heading,
        paragraphs: [],
        items: items.map(({ text, link, image }) => ({ text, link: absolute(link), image: image ? absolute(image) : null })),
        button: { label: button.label, link: absolute(button.link) },
        small: [why],
        smallLink: { label: words.activityMails.unsubscribe, link: unsubscribe },
        showLink: false,
      },
      { locale, direction: locales[locale].direction, mail: words.mail },
    ),
  });
}
