import { type Locale, locales } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import type { ComposedMail } from '../../platform/mail/compose-mail.ts';
import { renderMail } from '../../platform/mail/mail-layout.ts';
import type { MailSite } from '../../platform/mail/mail-site.ts';
import { unlinkable } from '../../platform/mail/unlinkable.ts';

export interface Week {
  name: string;
  /** `image` is a path, or null if the post is not public. */
  posts: readonly { id: string; title: string; author: string; image: string | null }[];
  topics: readonly { id: string; slug: string; title: string }[];
  unsubscribe: string;
}

export function composeDigest(site: MailSite, { name, posts, topics, unsubscribe }: Week, locale: Locale): ComposedMail {
  const { activityMails, mail } = wordsFor(locale);
  const absolute = (path: string): string => new URL(path, site.publicUrl).href;
  const items = [
    ...posts.map(({ id, title, author, image }) => ({
      text: activityMails.digestPost({ title: unlinkable(title), author: unlinkable(author) }),
      link: absolute(`/post/${id}`),
      image: image && absolute(image),
    })),
    ...topics.map(({ id, slug, title }) => ({
      text: activityMails.digestTopic({ title: unlinkable(title) }),
      link: absolute(`/forum/t/${id}/${slug}`),
      image: null,
    })),
  ];
  return renderMail(
    site,
    {
      subject: activityMails.digestSubject({ community: site.name }),
      preview: items[0]?.text ?? '',
      heading: activityMails.digestHeading({ community: site.name, reader: unlinkable(name) }),
      paragraphs: [],
      items,
      button: { label: activityMails.digestButton, link: absolute('/feed') },
      small: [activityMails.digestWhy],
      smallLink: { label: activityMails.unsubscribe, link: unsubscribe },
      showLink: false,
    },
    { locale, direction: locales[locale].direction, mail },
  );
}
