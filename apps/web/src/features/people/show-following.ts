import type { MemberCard } from '@mbari/contract/shapes/directory';
import type { QueryClient } from '@tanstack/react-query';
import { patchCached } from '~/lib/patch-cached.ts';
import { counted } from '~/lib/use-toggle.ts';
import { changeFollows, followsOf } from './people-queries.ts';

/** Somebody one may follow: a card in a list, a profile, or the closed door of a private one. */
export interface Followable {
  id: string;
  name: string;
  username: string;
  is_following: boolean;
  followers_count?: number;
  viewer?: { may_follow: boolean };
}

export const isFollowable = (value: object): value is Followable => 'is_following' in value && 'username' in value;

/**
 * Shows that the viewer follows a member, or no more, wherever the member is shown: cards, profile, counts. On the viewer's own
 * list of whom they follow an unfollowed member goes at once, and stands where they stood if the server refuses.
 */
export function showFollowing(client: QueryClient, member: Followable, on: boolean, viewerId: string): void {
  if (on) putBack(client, member.id, viewerId);
  else takeOut(client, member.id, viewerId);
  patchCached(client, isFollowable, member.id, (cached) => withFollow(cached, on));
  patchCached(client, countsFollowing, viewerId, (own) => ({
    ...own,
    following_count: counted(own.following_count, on ? 1 : -1),
  }));
}

/** Shows that a member follows the viewer no more. */
export function showNotFollowed(client: QueryClient, id: string, viewerId: string): void {
  patchCached(client, isFollowable, id, (member) => ('follows_viewer' in member ? { ...member, follows_viewer: false } : member));
  patchCached(client, countsFollowing, viewerId, (own) => ({ ...own, followers_count: counted(own.followers_count, -1) }));
}

/** The server has agreed: where an unfollowed member stood need not be known any longer. */
export const forgetPlace = (id: string): boolean => places.delete(id);

export function withFollow(member: Followable, on: boolean): Followable {
  if (member.is_following === on) return member;
  return {
    ...member,
    is_following: on,
    ...(member.followers_count !== undefined && { followers_count: counted(member.followers_count, on ? 1 : -1) }),
  };
}

interface Place {
  card: MemberCard;
  page: number;
  index: number;
}

/** Where those stood whom the viewer has just unfollowed. */
const places = new Map<string, Place>();

function takeOut(client: QueryClient, id: string, viewerId: string): void {
  const { queryKey } = followsOf('following', viewerId);
  const pages = client.getQueryData(queryKey)?.pages ?? [];
  const page = pages.findIndex(({ data }) => data.some((card) => card.id === id));
  const index = pages[page]?.data.findIndex((card) => card.id === id) ?? -1;
  const card = pages[page]?.data[index];
  if (card === undefined) return;
  places.set(id, { card, page, index });
  changeFollows(client, 'following', viewerId, -1, (data) => data.filter((other) => other.id !== id));
}

function putBack(client: QueryClient, id: string, viewerId: string): void {
  const place = places.get(id);
  if (!place || !places.delete(id)) return;
  changeFollows(client, 'following', viewerId, 1, (data, page) =>
    page === place.page ? data.toSpliced(place.index, 0, place.card) : data,
  );
}

interface Counting {
  id: string;
  followers_count: number;
  following_count: number;
}

const countsFollowing = (value: object): value is Counting => 'following_count' in value && 'followers_count' in value;
