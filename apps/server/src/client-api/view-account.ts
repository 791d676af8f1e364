import type { Author, CurrentUser } from '@mbari/contract/people/members';
import type { PrivateProfile, PublicProfile } from '@mbari/contract/people/profiles';
import * as limits from '@mbari/contract/platform/limits';
import { type Part, splitText } from '@mbari/contract/platform/parse-text';
import type { Context } from '../platform/context.ts';
import { html, type Html } from '../platform/http/plain-page.ts';
import { timeOfId } from '../platform/ids.ts';
import { decimalOf } from './paging.ts';

export const originOf = ({ config }: Pick<Context, 'config'>): string => config.publicUrl.origin;

/** Known fields of a member. Lists of posts carry only the first line, and apps read the rest on the profile. */
interface Known extends Pick<Author, 'id' | 'name' | 'username' | 'avatar_url'> {
  bio?: string | null;
  cover?: string | null;
  isPrivate?: boolean;
  links?: Readonly<Record<string, string | undefined>>;
  counts?: { posts: number; followers: number; following: number };
}

export function viewAccount(context: Pick<Context, 'config'>, member: Known): object {
  const origin = originOf(context);
  const { counts = { posts: 0, followers: 0, following: 0 } } = member;
  const avatar = origin + (member.avatar_url ?? '/avatars/default.svg');
  const header = member.cover ? origin + member.cover : '';
  const url = `${origin}/user/${member.username}`;
  return {
    id: decimalOf(member.id),
    username: member.username,
    acct: member.username,
    display_name: member.name,
    locked: member.isPrivate ?? false,
    bot: false,
    group: false,
    discoverable: true,
    created_at: `${timeOfId(member.id).toISOString().slice(0, 10)}T00:00:00.000Z`,
    note: contentOf(origin, member.bio ?? '', []).text,
    url,
    uri: url,
    avatar,
    avatar_static: avatar,
    header,
    header_static: header,
    followers_count: counts.followers,
    following_count: counts.following,
    statuses_count: counts.posts,
    last_status_at: null,
    emojis: [],
    roles: [],
    fields: Object.entries(member.links ?? {}).flatMap(([name, link]) =>
      link ? [{ name, value: contentOf(origin, link, []).text, verified_at: null }] : [],
    ),
  };
}

export const viewProfileAccount = (context: Pick<Context, 'config'>, profile: PublicProfile | PrivateProfile): object =>
  profile.is_private
    ? viewAccount(context, { ...profile, isPrivate: true })
    : viewAccount(context, {
        ...profile,
        cover: profile.customisation.cover?.image_path ?? null,
        links: profile.social_links,
        counts: { posts: profile.stats.photos_count, followers: profile.followers_count, following: profile.following_count },
      });

export function viewOwnAccount(context: Pick<Context, 'config'>, me: CurrentUser): object {
  const account = viewAccount(context, {
    ...me,
    isPrivate: me.forum_settings.profile_visibility === 'private',
    links: me.social_links,
    counts: { posts: me.stats.photos_count, followers: me.followers_count, following: me.following_count },
  });
  return {
    ...account,
    source: {
      privacy: postsAreOpen(me) ? 'public' : 'private',
      sensitive: false,
      language: me.forum_settings.locale,
      note: me.bio ?? '',
      fields: [],
      follow_requests_count: 0,
    },
    role: { id: '0', name: '', permissions: '0', color: '', highlighted: false },
  };
}

/** Posts without an audience of their own reach everybody. */
export const postsAreOpen = ({ forum_settings: { profile_visibility, post_visibility } }: Pick<CurrentUser, 'forum_settings'>): boolean =>
  profile_visibility === 'public' && post_visibility === 'public';

/** Longest text of a status: title and description, with the line break between them. */
export const longestStatus = limits.title + 1 + limits.description;

/** Presents a text as the HTML of a status: escaped, in paragraphs, with links at tags, mentions and web addresses. */
export function contentOf(origin: string, text: string, mentions: readonly string[]): Html {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  const linesOf = (paragraph: string) =>
    paragraph.split('\n').map((line, n) => [n > 0 && html`<br />`, splitText(line, mentions).map((part) => viewPart(origin, part))]);
  return html`${paragraphs.map((paragraph) => html`<p>${linesOf(paragraph)}</p>`)}`;
}

function viewPart(origin: string, { text, target }: Part): Html | string {
  if (target === null) return text;
  if (target.kind === 'address') return html`<a href="${target.href}" rel="nofollow noopener noreferrer" target="_blank">${text}</a>`;
  if (target.kind === 'member')
    return html`<span class="h-card"><a href="${origin}/user/${target.username}" class="u-url mention">${text}</a></span>`;
  const href = `${origin}/tag/${encodeURIComponent(target.tag)}`;
  return html`<a href="${href}" class="mention hashtag" rel="tag">#<span>${text.slice(1)}</span></a>`;
}
