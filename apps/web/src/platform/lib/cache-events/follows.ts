import type { MemberCard } from '@mbari/contract/people/directory';
import type { Author } from '@mbari/contract/people/members';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { findCached } from '~/platform/lib/find-cached.ts';
import { patchCached, rewriteCached } from '~/platform/lib/query-cache.ts';
import { feedKey, followsKey, galleryKey, profileKey } from '~/platform/lib/query-keys.ts';
import { counted } from '~/platform/lib/use-toggle.ts';

export interface Followable {
  id: string;
  name: string;
  username: string;
  is_following: boolean;
  followers_count?: number;
  viewer?: { may_follow: boolean };
}

const isFollowable = (value: object): value is Followable => 'is_following' in value && 'username' in value;

interface Follow {
  member: Pick<Followable, 'id' | 'username'>;
  follows: boolean;
  viewerId: string;
}

/**
 * Shows a follow or unfollow optimistically on cards, profiles and counts. An unfollowed member leaves
 * the viewer's own list, and returns to the same position if the server refuses.
 */
export function followPressed(client: QueryClient, { member: { id }, follows, viewerId }: Follow): void {
  if (follows) putBack(client, id, viewerId);
  else takeOut(client, id, viewerId);
  patchCached(client, isFollowable, id, (cached) => withFollow(cached, follows));
  patchCached(client, countsFollows, viewerId, (counts) => ({
    ...counts,
    following_count: counted(counts.following_count, follows ? 1 : -1),
  }));
}

/** Takes the server's follower count, unless the viewer has pressed again in the meantime. */
export function followersCounted(client: QueryClient, id: string, answer: { is_following: boolean; followers_count: number }): void {
  patchCached(client, isFollowable, id, (cached) =>
    cached.is_following === answer.is_following && cached.followers_count !== undefined
      ? { ...cached, followers_count: answer.followers_count }
      : cached,
  );
}

export const isShownFollowed = (client: QueryClient, id: string): boolean | undefined => findFollowable(client, id)?.is_following;

export const findFollowable = (client: QueryClient, id: string): Followable | undefined => findCached(client, isFollowable, id);

/** Applies the refetched state after the viewer followed or unfollowed in another tab or on another device. */
export function followReread(client: QueryClient, { id, is_following, followers_count }: Followable, viewerId: string): void {
  patchCached(client, isFollowable, id, (cached) => ({
    ...cached,
    is_following,
    ...(cached.followers_count !== undefined && followers_count !== undefined && { followers_count }),
  }));
  void client.invalidateQueries({ queryKey: followsKey('following', viewerId) });
  client.removeQueries({ queryKey: feedKey('following'), type: 'inactive' });
}

/** Refetches dependent queries after the server accepted the follow: the viewer's list, the following feed, and content for followers. */
export function followChanged(client: QueryClient, { member: { id, username }, follows, viewerId }: Follow): void {
  positions.delete(id);
  if (follows) client.removeQueries({ queryKey: followsKey('following', viewerId), type: 'inactive' });
  client.removeQueries({ queryKey: feedKey('following'), type: 'inactive' });
  void profileChanged(client, username).catch(() => undefined);
}

export function followerRemoved(client: QueryClient, id: string, viewerId: string): void {
  removeFrom(client, { list: 'followers', viewerId }, id);
  patchCached(client, isFollowable, id, (member) => ('follows_viewer' in member ? { ...member, follows_viewer: false } : member));
  patchCached(client, countsFollows, viewerId, (counts) => ({ ...counts, followers_count: counted(counts.followers_count, -1) }));
}

export async function profileChanged(client: QueryClient, username: string): Promise<void> {
  const of = { username: username.toLowerCase() };
  client.removeQueries({ queryKey: galleryKey(of), type: 'inactive' });
  await client.invalidateQueries({ queryKey: profileKey(of) });
}

/** Updates the viewer's name and avatar in every cached item. */
export function nameChanged(
  client: QueryClient,
  { id, name, avatar_url, profile_image }: Pick<Author, 'id' | 'name' | 'avatar_url'> & Author['profile'],
): void {
  patchCached(client, isAuthor, id, (author) => ({ ...author, name, avatar_url, profile: { ...author.profile, profile_image } }));
}

function withFollow(member: Followable, follows: boolean): Followable {
  if (member.is_following === follows) return member;
  return {
    ...member,
    is_following: follows,
    ...(member.followers_count !== undefined && { followers_count: counted(member.followers_count, follows ? 1 : -1) }),
  };
}

type Members = InfiniteData<{ data: MemberCard[]; meta: { total: number } }>;

interface ListPosition {
  card: MemberCard;
  page: number;
  index: number;
}

const positions = new Map<string, ListPosition>();

function takeOut(client: QueryClient, id: string, viewerId: string): void {
  const pages = client.getQueryData<Members>(followsKey('following', viewerId))?.pages ?? [];
  const page = pages.findIndex(({ data }) => data.some((card) => card.id === id));
  const index = pages[page]?.data.findIndex((card) => card.id === id) ?? -1;
  const card = pages[page]?.data[index];
  if (card === undefined) return;
  positions.set(id, { card, page, index });
  removeFrom(client, { list: 'following', viewerId }, id);
}

function putBack(client: QueryClient, id: string, viewerId: string): void {
  const position = positions.get(id);
  if (!position || !positions.delete(id)) return;
  changeList(client, { list: 'following', viewerId }, (members) =>
    hasCard(members, id)
      ? members
      : changePages(members, 1, (data, page) => (page === position.page ? data.toSpliced(position.index, 0, position.card) : data)),
  );
}

const removeFrom = (client: QueryClient, of: OwnList, id: string): void =>
  changeList(client, of, (members) =>
    hasCard(members, id) ? changePages(members, -1, (data) => data.filter((other) => other.id !== id)) : members,
  );

const hasCard = ({ pages }: Members, id: string): boolean => pages.some(({ data }) => data.some((card) => card.id === id));

interface OwnList {
  list: 'followers' | 'following';
  viewerId: string;
}

/** Changes one of the viewer's own lists. `change` may run twice and must be idempotent. */
const changeList = (client: QueryClient, { list, viewerId }: OwnList, change: (members: Members) => Members): void =>
  rewriteCached(client, { queryKey: followsKey(list, viewerId), exact: true }, (members) => members && change(members as Members));

const changePages = (members: Members, delta: 1 | -1, change: (data: MemberCard[], page: number) => MemberCard[]): Members => ({
  ...members,
  pages: members.pages.map(({ data, meta }, index) => ({
    data: change(data, index),
    meta: { ...meta, total: counted(meta.total, delta) },
  })),
});

interface Counting {
  id: string;
  followers_count: number;
  following_count: number;
}

const countsFollows = (value: object): value is Counting => 'following_count' in value && 'followers_count' in value;

const isAuthor = (value: object): value is Author => 'username' in value && 'avatar_url' in value && 'profile' in value;
