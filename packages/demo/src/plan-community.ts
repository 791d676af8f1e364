import { stockAvatars } from '@mbari/contract/people/profile-fields';
import { type Audience, type CameraData, type License, licenses } from '@mbari/contract/photos/post-fields';
import { pastId, people, type Person, planDescriptions, type PlannedDescription, type PlannedPerson, planPeople } from './people.ts';
import { planChallenges, type PlannedChallenge } from './plan-challenges.ts';
import { planConversations } from './plan-conversations.ts';
import { planCritiques, type PlannedCritique } from './plan-critiques.ts';
import { planExhibitions, type PlannedExhibition } from './plan-exhibitions.ts';
import { planForum, type PlannedForum } from './plan-forum.ts';
import { avatarOf, type Family, familyOf, imagesOf, type PlannedImage, usualCategory } from './plan-images.ts';
import { planMessages, type PlannedConversation } from './plan-messages.ts';
import { type Random, randomFrom } from './random.ts';

export interface PlannedMember {
  id: string;
  person: Person;
  createdAt: Date;
  /** Null for a stock portrait. */
  avatar: PlannedImage | null;
}

export interface PlannedPost {
  id: string;
  memberId: string;
  title: string;
  description: string | null;
  category: string;
  license: License | null;
  audience: Audience | null;
  isArchived: boolean;
  /** Time of a scheduled post. */
  publishAt: Date | null;
  /** Content warning. */
  warning: string | null;
  /** The second of two images is an earlier version. */
  isComparison: boolean;
  createdAt: Date;
  family: Family;
  images: (PlannedImage & { camera: CameraData | null })[];
}

export interface Pair {
  of: string;
  by: string;
  at: Date;
}

export interface PlannedComment {
  id: string;
  photoId: string;
  memberId: string;
  content: string;
  /** Ids of the thread and the answered comment of a reply; null for a top-level comment. */
  threadId: string | null;
  replyToId: string | null;
  at: Date;
}

export interface PlannedNotification {
  id: string;
  memberId: string;
  type: 'like' | 'comment' | 'reply';
  actorId: string;
  photoId: string;
  commentId: string | null;
  at: Date;
  isRead: boolean;
}

export interface Plan {
  members: PlannedMember[];
  posts: PlannedPost[];
  series: PlannedSeries[];
  people: PlannedPerson[];
  descriptions: PlannedDescription[];
  exhibitions: PlannedExhibition[];
  challenges: PlannedChallenge[];
  follows: Pair[];
  likes: Pair[];
  comments: PlannedComment[];
  critiques: PlannedCritique[];
  notifications: PlannedNotification[];
  forum: PlannedForum;
  messages: PlannedConversation[];
}

export interface Size {
  members: number;
  posts: number;
}

/** Options for adding the demo to a community that has members. */
export interface ExistingCommunity {
  /** Taken usernames. Demo people with these names are left out. */
  taken: ReadonlySet<string>;
}

export const wholeDemo: Size = { members: people.length, posts: people.flatMap((person) => person.works).length };

const day = 24 * 60 * 60 * 1000;

/** Plans all content of the demo, dated back from `now`. Deterministic for a seed. In a community with members, no demo member is an organiser. */
export function planCommunity(seed: number, now: Date, size: Size = wholeDemo, into?: ExistingCommunity): Plan {
  const random = randomFrom(seed);
  const demoPeople = into
    ? people.filter(({ username }) => !into.taken.has(username)).map((person) => ({ ...person, role: undefined }))
    : people;
  const members = planMembers(random.child('members'), now, demoPeople, size.members);
  const posts = planPosts(random.child('posts'), now, members, size.posts);
  const follows = planFollows(random.child('follows'), now, members);
  const published = posts.filter(({ publishAt }) => publishAt === null);
  const conversations = planConversations(random.child('conversations'), now, members, published);
  const series = planSeries(random.child('series'), published);
  return {
    members,
    posts,
    series,
    exhibitions: planExhibitions(random.child('exhibitions'), now, members, published),
    challenges: planChallenges(random.child('challenges'), now, members, published),
    people: planPeople(members, published),
    descriptions: planDescriptions(members, published),
    follows,
    ...conversations,
    critiques: planCritiques(random.child('critiques'), now, members, published),
    forum: planForum(random.child('forum'), now, members, published),
    messages: planMessages(random.child('messages'), now, members, published),
  };
}

function planMembers(random: Random, now: Date, demoPeople: readonly Person[], count: number): PlannedMember[] {
  // The admin joins first, then the moderator and a paid member, so that even a small demo has one of each.
  const rank = ({ role, plan }: Person): number => (role === 'admin' ? 0 : role === 'moderator' ? 1 : plan ? 2 : 3);
  const chosen = demoPeople.toSorted((a, b) => (rank(a) < 2 || rank(b) < 2 ? rank(a) - rank(b) : 0)).slice(0, count);
  return chosen.map((person, index) => {
    const createdAt = new Date(now.getTime() - (62 + (1 - (index + 1) / chosen.length) * 300 + random.between(0, 5)) * day);
    return { id: pastId(createdAt, random), person, createdAt, avatar: planAvatar(person) };
  });
}

const planAvatar = ({ avatar, username }: Person): PlannedImage | null =>
  (stockAvatars as readonly string[]).includes(avatar) ? null : avatarOf(username);

/** Content warnings by title: one in the author's words, one from the list. */
const warnings: Readonly<Record<string, string>> = { 'Ekpo, at rest': 'A sacred mask', 'Bawon, without his hat': 'death' };

/** Title of the post that compares two versions. */
const compared = 'Subindo a ladeira';

function planPosts(random: Random, now: Date, members: readonly PlannedMember[], count: number): PlannedPost[] {
  const turns = inTurn(random, members).slice(0, count);
  const start = now.getTime() - 60 * day;
  const step = (60 * day) / turns.length;
  return turns.map(({ member, work }, index) => {
    const [what, title, story, category] = work;
    const createdAt = new Date(Math.round(start + (index + random.between(0.1, 0.95)) * step));
    const { license, takenWith } = planDetails(random.child(title));
    return {
      id: pastId(createdAt, random),
      memberId: member.id,
      title,
      description: story === '' ? null : story,
      category: category ?? usualCategory(what),
      license,
      isArchived: member.person.role === 'admin' && work === member.person.works.at(-1),
      publishAt: member.person.role === 'moderator' && work === member.person.works.at(-1) ? new Date(now.getTime() + 2 * day) : null,
      // Paid members keep their last work for followers.
      audience: member.person.plan && work === member.person.works.at(-1) ? 'followers' : null,
      warning: warnings[title] ?? null,
      isComparison: title === compared,
      createdAt,
      family: familyOf(what),
      images: imagesOf(member.person.username, member.person.works.indexOf(work)).map((image) => ({
        ...image,
        camera: takenWith && takenWith(),
      })),
    };
  });
}

interface Turn {
  member: PlannedMember;
  work: Person['works'][number];
}

/** Shuffles the works of all members. Keeps each member's order. If possible, puts three works between two of one family. */
function inTurn(random: Random, members: readonly PlannedMember[]): Turn[] {
  const waiting = new Map(members.map((member) => [member, [...member.person.works]]));
  const deck = random.shuffle(members.flatMap((member) => member.person.works.map(() => member)));
  const turns: Turn[] = [];
  while (deck.length > 0) {
    const near = turns.slice(-3);
    const before = near.at(-1);
    const fits = deck.findIndex(
      (member) => member !== before?.member && near.every(({ work }) => familyOf(work[0]) !== familyOf(waiting.get(member)![0]?.[0] ?? '')),
    );
    const [member] = deck.splice(Math.max(0, fits), 1) as [PlannedMember];
    turns.push({ member, work: waiting.get(member)!.shift()! });
  }
  return turns;
}

function planFollows(random: Random, now: Date, members: readonly PlannedMember[]): Pair[] {
  const shared = (a: Person, b: Person): number => a.interests.filter((interest) => b.interests.includes(interest)).length;
  return members.flatMap((member) => {
    const liking = members
      .filter((other) => other !== member)
      .map((other) => ({ other, score: random.next() + shared(member.person, other.person) * 0.2 + (other.person.plan ? 0.3 : 0) }))
      .toSorted((a, b) => b.score - a.score);
    return liking.slice(0, random.whole(Math.min(3, liking.length), Math.ceil(liking.length * 0.45))).map(({ other }) => {
      const both = Math.max(member.createdAt.getTime(), other.createdAt.getTime());
      return { of: other.id, by: member.id, at: new Date(Math.round(both + (now.getTime() - both) * random.next())) };
    });
  });
}

/** Camera with its possible focal lengths and apertures. */
interface Kit {
  camera: string;
  lens?: string;
  lengths: readonly number[];
  apertures: readonly number[];
}

const kits: readonly Kit[] = [
  { camera: 'FUJIFILM X-T4', lens: 'XF23mmF2 R WR', lengths: [23], apertures: [2, 4, 5.6, 8] },
  { camera: 'Canon EOS R6', lens: 'RF50mm F1.8 STM', lengths: [50], apertures: [1.8, 2.8, 5.6] },
  { camera: 'NIKON D750', lens: '24.0-70.0 mm f/2.8', lengths: [24, 35, 50, 70], apertures: [2.8, 4, 8, 11] },
  { camera: 'TECNO CAMON 20', lengths: [5.4], apertures: [1.7] },
  { camera: 'samsung SM-A546E', lengths: [5.3], apertures: [1.8] },
];

interface PlannedDetails {
  license: License | null;
  /** Returns random camera data, or null for members who hide it. */
  takenWith: (() => CameraData) | null;
}

function planDetails(random: Random): PlannedDetails {
  const kit = random.chance(0.4) ? random.pick(kits) : null;
  return {
    license: random.chance(0.35) ? random.pick(licenses) : null,
    takenWith: kit && (() => planSettings(random, kit)),
  };
}

const planSettings = (random: Random, { lengths, apertures, ...names }: Kit): CameraData => ({
  ...names,
  focal_length: random.pick(lengths),
  aperture: random.pick(apertures),
  exposure_time: 1 / random.pick([30, 60, 125, 250, 500, 1000]),
  iso: random.pick([100, 160, 200, 400, 800, 1600]),
});

interface PlannedSeries {
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
function planSeries(random: Random, posts: readonly PlannedPost[]): PlannedSeries[] {
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
