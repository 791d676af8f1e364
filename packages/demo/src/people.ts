import type { Gender, StockAvatar } from '@mbari/contract/people/profile-fields';
import { eastAndSouth, elsewhere } from './people-elsewhere.ts';
import { nigeriaNorth, nigeriaSouth } from './people-nigeria.ts';
import { north, west } from './people-north-and-west.ts';
import type { PlannedMember, PlannedPost } from './plan-community.ts';
import type { Random } from './random.ts';

export const people: readonly Person[] = [...nigeriaSouth, ...nigeriaNorth, ...west, ...eastAndSouth, ...north, ...elsewhere];

/** Image family, title, story (may be empty), and a category if it differs from the family's. */
export type Work = readonly [image: string, title: string, story: string, category?: string];

export interface Person {
  username: string;
  name: string;
  country: string;
  occupation: string;
  bio: string;
  gender: Gender;
  born: string;
  interests: readonly string[];
  /** A stock portrait, a drawn one, or one of the person's works. */
  avatar: StockAvatar | 'work' | 'drawn gele' | 'drawn cap' | 'drawn wrap' | 'drawn hair' | 'drawn veil';
  plan?: 'Premium';
  role?: 'moderator' | 'admin';
  works: readonly Work[];
}

/** A post whose images have no alternative text, and members who propose one. */
export interface PlannedDescription {
  photoId: string;
  memberIds: string[];
}

/** The five oldest posts wait for a description. Two members propose one for the first of them, one member for the second. */
export function planDescriptions(members: readonly PlannedMember[], posts: readonly PlannedPost[]): PlannedDescription[] {
  const oldest = posts.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).slice(0, 5);
  return oldest.map((post, index) => ({
    photoId: post.id,
    memberIds: members
      .filter(({ id }) => id !== post.memberId)
      .slice(0, Math.max(0, 2 - index))
      .map(({ id }) => id),
  }));
}

export interface PlannedPerson {
  photoId: string;
  memberId: string;
  isAccepted: boolean;
}

/** Names two members in the newest post, and asks the first other member about the next one. */
export function planPeople(members: readonly PlannedMember[], posts: readonly PlannedPost[]): PlannedPerson[] {
  const [first, second] = posts.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const othersThan = (post: PlannedPost | undefined, count: number) =>
    post === undefined
      ? []
      : members
          .filter(({ id }) => id !== post.memberId)
          .slice(0, count)
          .map(({ id }) => ({ photoId: post.id, memberId: id }));
  return [
    ...othersThan(first, 2).map((person) => ({ ...person, isAccepted: true })),
    ...othersThan(second, 1).map((person) => ({ ...person, isAccepted: false })),
  ];
}

/** Returns a UUIDv7 for a past time. `newId()` cannot, because its ids never go back in time. */
export function pastId(time: Date, random: Random): string {
  const at = time.getTime().toString(16).padStart(12, '0');
  return `${at.slice(0, 8)}-${at.slice(8)}-7${tail(random)}`;
}

/** Returns a random UUID, which tells no time. */
export const secretId = (random: Random): string => `${digits(random, 8)}-${digits(random, 4)}-4${tail(random)}`;

const digits = (random: Random, count: number): string => Array.from({ length: count }, () => random.whole(0, 15).toString(16)).join('');

/** The end of a UUID, after the digit of its version. */
const tail = (random: Random): string =>
  `${digits(random, 3)}-${random.pick(['8', '9', 'a', 'b'])}${digits(random, 3)}-${digits(random, 12)}`;
