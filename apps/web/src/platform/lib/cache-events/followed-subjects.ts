import type { QueryClient } from '@tanstack/react-query';
import { rewriteCached, withChanged } from '~/platform/lib/query-cache.ts';
import { feedKey, followedSubjectsKey } from '~/platform/lib/query-keys.ts';

/** A tag or a photo category, from any cached list. */
export type FollowedSubject = { is_following: boolean } & ({ tag: string } | { id: string; name: string; slug: string });

/** Shows a follow or unfollow optimistically on the page of the tag or category, and in the list of settings. */
export const subjectFollowPressed = (client: QueryClient, subject: FollowedSubject, follows: boolean): void =>
  rewriteCached(client, {}, (data) =>
    withChanged(data, (value) =>
      isSame(value, subject) ? (value.is_following === follows ? value : { ...value, is_following: follows }) : undefined,
    ),
  );

function isSame(value: object, subject: FollowedSubject): value is FollowedSubject {
  if (!('is_following' in value)) return false;
  return 'tag' in subject ? 'tag' in value && value.tag === subject.tag : 'slug' in value && 'id' in value && value.id === subject.id;
}

/** Marks the list as stale; while it is shown, it keeps what was just unfollowed. The Following feed is refetched when it is next shown. */
export function subjectFollowChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: followedSubjectsKey, refetchType: 'none' });
  client.removeQueries({ queryKey: feedKey('following'), type: 'inactive' });
}
