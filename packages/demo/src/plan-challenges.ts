import { pastId, secretId } from './people.ts';
import type { PlannedMember, PlannedPost } from './plan-community.ts';
import type { Random } from './random.ts';

interface PlannedEntry {
  id: string;
  photoId: string;
  memberId: string;
}

interface PlannedVote {
  memberId: string;
  entryId: string;
  /** Null: points. */
  otherId: string | null;
  choice: number;
}

export interface PlannedChallenge {
  id: string;
  organiserId: string;
  title: string;
  body: string;
  rules: string;
  /** Null: the winner is shown. */
  coverId: string | null;
  method: 'pairs' | 'points';
  startsAt: Date;
  entriesEndAt: Date;
  votingEndAt: Date;
  createdAt: Date;
  entries: PlannedEntry[];
  votes: PlannedVote[];
  feedback: { entryId: string; memberId: string; text: string }[];
}

const day = 24 * 60 * 60 * 1000;

const briefs = [
  {
    title: 'One light',
    body: 'A window, a lamp, a phone in a dark room: one light, and what it touches.\n\nNo second lamp and no flash. Let the shadows be black if they want to be.',
    rules: 'A photo of your own, taken this year.\nCropping and contrast are fine.',
    method: 'pairs',
    days: [-3, 9, 16],
    entries: 4,
  },
  {
    title: 'Hands at work',
    body: 'No faces this time. Show us *who* somebody is by what their hands know.',
    rules: 'Ask before you photograph.',
    method: 'pairs',
    days: [-12, -2, 5],
    entries: 10,
  },
  {
    title: 'The road home',
    body: 'The last ten minutes before your own door.',
    rules: '',
    method: 'pairs',
    days: [-30, -20, -13],
    entries: 9,
  },
] as const;

const words = [
  'The empty corner on the left does a lot of work. I would keep all of it.',
  'I looked at this one the longest. A step to the right might have freed the head from the pole.',
  'Warm without being sweet.',
  'The horizon tips a little, and I think you did not mean it.',
];

/** Plans a challenge that runs, one that is voted on, and one that has ended, whose votes are counted after they are written. */
export function planChallenges(
  random: Random,
  now: Date,
  members: readonly PlannedMember[],
  posts: readonly PlannedPost[],
): PlannedChallenge[] {
  const organiser = members.find(({ person }) => person.role === 'admin') ?? members[0];
  if (!organiser) return [];
  const open = random.shuffle(posts.filter((post) => !post.isArchived && post.audience === null && post.warning === null));
  return briefs.map(({ title, body, rules, method, days, entries: count }, index) => {
    const [startsAt, entriesEndAt, votingEndAt] = days.map((offset) => new Date(now.getTime() + offset * day)) as [Date, Date, Date];
    const entries = firstOfEach(open.slice(index * 12))
      .slice(0, count)
      .map(({ id, memberId }): PlannedEntry => ({ id: secretId(random), photoId: id, memberId }));
    const voters = entriesEndAt < now ? members : [];
    return {
      id: pastId(startsAt, random),
      organiserId: organiser.id,
      ...{ title, body, rules, method, startsAt, entriesEndAt, votingEndAt },
      createdAt: new Date(startsAt.getTime() - 2 * day),
      entries,
      coverId: votingEndAt < now ? null : (open.at(-1 - index)?.id ?? null),
      votes: voters.flatMap(({ id }) => vote(random, id, entries)),
      feedback:
        voters.length === 0
          ? []
          : entries.slice(0, words.length).flatMap(({ id, memberId }, n) => {
              const voter = members.find((member) => member.id !== memberId);
              return voter ? { entryId: id, memberId: voter.id, text: words[n]! } : [];
            }),
    };
  });
}

/** Members enter one post each. */
function firstOfEach(posts: readonly PlannedPost[]): PlannedPost[] {
  const seen = new Set<string>();
  return posts.filter(({ memberId }) => !seen.has(memberId) && seen.add(memberId));
}

const pairsOfVoter = 14;

/** A member votes on some pairs of others. The first entries win more often. */
function vote(random: Random, memberId: string, entries: readonly PlannedEntry[]): PlannedVote[] {
  const others = entries.filter((entry) => entry.memberId !== memberId);
  const pairs = others.flatMap((entry, index) => others.slice(index + 1).map((other) => [entry, other] as const));
  return random
    .shuffle(pairs)
    .slice(0, pairsOfVoter)
    .map(([entry, other]) => ({
      ...{ memberId, entryId: entry.id, otherId: other.id },
      choice: random.chance(0.08) ? 0 : random.chance(0.62) ? 1 : 2,
    }));
}
