import { pastId } from './past-id.ts';
import type { PlannedPost } from './plan-community.ts';
import type { Random } from './random.ts';

export interface PlannedSeries {
  id: string;
  memberId: string;
  title: string;
  body: string;
  /** In order. */
  photoIds: string[];
  coverId: string | null;
  isComplete: boolean;
  createdAt: Date;
}

const texts: readonly (readonly [title: string, body: string])[] = [
  [
    'Harmattan',
    'For three months a year the desert comes to us. It takes the blue first, then the far bank, then the end of the street.\n\nRead from the first to the last: the colours come back at the end.',
  ],
  ['What hands know', 'I asked each of them to do what they do *every* day, and not to look at me.'],
  ['The road to my grandmother', 'Four hours by bus, when the bridge holds.'],
  ['Before the market opens', ''],
  ['Blue', 'Everything here is the same blue, and none of it is.'],
];

/** Gives those members a series who posted most, of their posts in the order of posting. */
export function planSeries(random: Random, posts: readonly PlannedPost[]): PlannedSeries[] {
  const byMember = [...new Set(posts.map(({ memberId }) => memberId))]
    .map((memberId) => posts.filter((post) => post.memberId === memberId))
    .filter((own) => own.length >= 3)
    .toSorted((a, b) => b.length - a.length);
  return texts.slice(0, byMember.length).map(([title, body], index) => {
    const own = byMember[index]!.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    const createdAt = own.at(-1)!.createdAt;
    return {
      id: pastId(createdAt, random),
      memberId: own[0]!.memberId,
      title,
      body,
      photoIds: own.map(({ id }) => id),
      coverId: random.chance(0.6) ? random.pick(own).id : null,
      isComplete: index % 3 !== 2,
      createdAt,
    };
  });
}
