import { readForumSettings } from '@mbari/contract/settings';
import type { CurrentUser, ForumSettings } from '@mbari/contract/shapes/members';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { currentSession, keepUser, refreshUser } from '~/lib/session.ts';
import { type Member, storeSettings } from '~/lib/stored-session.ts';

/** Asked anew at every opening: another device may have changed them. */
export const forumSettings = queryOptions({
  queryKey: ['forum-settings'],
  queryFn: async ({ signal }) => {
    const { data } = await call(readForumSettings, { signal });
    storeSettings(data);
    return data;
  },
  refetchOnMount: 'always',
});

/** What the server has saved stands wherever this browser keeps the settings, and what was read under the old ones is let go. */
export function takeUpSettings(client: QueryClient, before: ForumSettings, saved: ForumSettings): void {
  client.setQueryData(forumSettings.queryKey, saved);
  storeSettings(saved);
  const { user } = currentSession();
  if (isWhole(user)) keepUser({ ...user, forum_settings: saved });
  // The server could not be asked who this is when the page began.
  else void refreshUser().catch(() => undefined);
  const stale = new Set(fieldsOf(hangingOn).flatMap((field) => (before[field] === saved[field] ? [] : hangingOn[field])));
  client.removeQueries({ type: 'inactive', predicate: ({ queryKey: [subject] }) => stale.has(String(subject)) });
}

const isWhole = (user: Member | null): user is Member & CurrentUser => user?.forum_settings !== undefined;

const profiles = ['profile'];
/** Pictures of posts change their addresses with who may see them. */
const posts = ['photos', 'photo', 'new posts'];

/** What is cached of which subject, by the settings that it is read through. */
const hangingOn = {
  profile_visibility: [...profiles, ...posts],
  post_visibility: [...profiles, ...posts],
  contact_visibility: profiles,
  show_online_status: profiles,
  show_email: profiles,
  show_phone_number: profiles,
  show_location: profiles,
  show_birthday: profiles,
} as const satisfies Partial<Record<keyof ForumSettings, readonly string[]>>;

const fieldsOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[];
