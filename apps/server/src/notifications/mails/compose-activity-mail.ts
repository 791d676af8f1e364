import { type Locale, locales } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import type { ComposedMail } from '../../platform/mail/compose-mail.ts';
import { renderMail } from '../../platform/mail/mail-layout.ts';
import type { MailSite } from '../../platform/mail/mail-site.ts';
import { unlinkable } from '../../platform/mail/unlinkable.ts';
import type { News } from '../find-news.ts';

/** Lines per mail. Some mail clients clip mails above 102 KB. */
const mostLines = 20;

export function composeActivityMail(
  site: MailSite,
  { name, news, unsubscribe }: { name: string; news: readonly News[]; unsubscribe: string },
  locale: Locale,
): ComposedMail {
  const words = wordsFor(locale);
  const { activityMails } = words;
  const [first] = news;
  const absolute = (path: string): string => new URL(path, site.publicUrl).href;
  const items = news.slice(0, mostLines).map(({ say, actionUrl, photo }) => ({
    text: unlinkable(say(words)),
    link: absolute(actionUrl ?? '/notifications'),
    image: photo === null ? null : absolute(photo),
  }));
  const subject = news.length === 1 && first ? unlinkable(first.say(words)) : activityMails.subject({ count: news.length });
  return renderMail(
    site,
    {
      subject,
      preview: items[0]?.text ?? '',
      heading: activityMails.heading({ reader: unlinkable(name) }),
      paragraphs: [],
      items,
      button: { label: activityMails.button, link: absolute('/notifications') },
      small: [activityMails.why],
      smallLink: { label: activityMails.unsubscribe, link: unsubscribe },
      showLink: false,
    },
    { locale, direction: locales[locale].direction, mail: words.mail },
  );
}
