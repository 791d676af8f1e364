import type { PlannedMember, PlannedPost } from './plan-community.ts';

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
