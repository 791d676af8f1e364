import type { PlannedMember, PlannedPost } from './plan-community.ts';

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
