import { readProfile } from '../../people/profiles/read-profile.ts';
import { html } from '../../platform/http/plain-page.ts';
import { findPublicMember } from '../previews/queries.ts';
import { viewMemberHead } from '../previews/views.ts';
import type { PageRequest, PublicPage } from './page.ts';
import { listIdsOfMember } from './queries.ts';
import { taggedText } from './tagged-text.ts';
import { readWall } from './wall.ts';

/** Returns the public profile with a page of its posts, or null if visitors may see neither. */
export async function profilePage(request: PageRequest, username: string): Promise<PublicPage | null> {
  const { context, site, words, locale } = request;
  const member = await findPublicMember(context.db, username);
  if (!member?.has_public_posts) return null;
  const [profile, wall] = await Promise.all([
    readProfile(context, null, { username }),
    readWall(request, (page) => listIdsOfMember(context.db, member.id, page)),
  ]);
  if (profile.is_private) return null;
  const { publicPages, format } = words;
  const links = Object.entries(profile.social_links).flatMap(([name, url]) =>
    typeof url === 'string' && url !== '' ? [{ name, url }] : [],
  );
  const details = [
    profile.occupation,
    profile.country && new Intl.DisplayNames(locale, { type: 'region' }).of(profile.country),
    publicPages.memberSince({ date: format.date(new Date(profile.created_at), { dateStyle: 'long' }) }),
  ];
  return {
    head: viewMemberHead(context, site, member),
    style: wall.style,
    preload: wall.preload,
    isIndexed: true,
    main: html`<header class="profile">
        <img src="${profile.avatar_url ?? '/avatars/default.svg'}" alt="" width="112" height="112" />
        <div>
          <h1 dir="auto">${profile.name}</h1>
          <p class="meta"><span dir="ltr">@${profile.username}</span></p>
          ${profile.bio && html`<p class="story" dir="auto">${taggedText(profile.bio)}</p>`}
          <p class="meta">${details.filter(Boolean).join(' · ')}</p>
          ${links.length > 0 && html`<p class="links">${links.map(({ name, url }) => html`<a class="word" rel="me nofollow noopener" href="${url}">${name}</a> `)}</p>`}
        </div>
      </header>
      <section aria-label="${publicPages.photos}">
        ${wall.photos.length > 0 ? wall.html : html`<p class="nothing">${publicPages.empty}</p>`}
        ${wall.next !== null && html`<p class="more"><a class="button quiet" href="/user/${profile.username}?before=${wall.next}" data-more>${publicPages.morePhotos}</a></p>`}
      </section>`,
  };
}
