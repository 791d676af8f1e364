import type { ForumSettings } from '@mbari/contract/people/members';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { feedKey, newPostsKey, postListsKey, postsKey, profileKey } from '~/platform/lib/query-keys.ts';

/** Removes inactive queries that depend on a changed setting. */
export function settingsChanged(client: QueryClient, before: ForumSettings, saved: ForumSettings): void {
  const stale = new Set(fieldsOf(readThrough).flatMap((field) => (before[field] === saved[field] ? [] : readThrough[field])));
  for (const queryKey of stale) client.removeQueries({ queryKey, type: 'inactive' });
}

const profiles = [profileKey({})];
/** Queries with image addresses, which depend on the post's visibility. */
const posts = [postListsKey, postsKey, newPostsKey({})];

const readThrough = {
  profile_visibility: [...profiles, ...posts],
  post_visibility: [...profiles, ...posts],
  contact_visibility: profiles,
  show_online_status: profiles,
  show_email: profiles,
  show_phone_number: profiles,
  show_location: profiles,
  show_birthday: profiles,
  show_to_visitors: posts,
  sensitive_photos: [...profiles, ...posts],
  tags_in_following: [feedKey('following'), newPostsKey({})],
} as const satisfies Partial<Record<keyof ForumSettings, readonly QueryKey[]>>;

const fieldsOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[];
