import { pastId } from './people.ts';
import type { Pair, PlannedMember, PlannedPost } from './plan-community.ts';
import type { Random } from './random.ts';
import { eventsAndSite, welcome } from './topics-welcome.ts';
import { craft, workInProgress } from './topics.ts';

export interface PlannedReply {
  id: string;
  /** Position in the topic, from 1. */
  number: number;
  authorId: string;
  body: string;
  replyToId: string | null;
  at: Date;
  /** Text before an edit. */
  before: string | null;
  /** Share of the members who like the post. */
  liked: number;
}

interface PlannedTopic {
  id: string;
  category: string;
  authorId: string;
  title: string;
  photoId: string | null;
  createdAt: Date;
  posts: PlannedReply[];
  solvedPostId: string | null;
  isPinned: boolean;
  isLocked: boolean;
}

interface PlannedTrack {
  topicId: string;
  memberId: string;
  readNumber: number;
  isFollowing: boolean;
}

export interface PlannedForum {
  topics: PlannedTopic[];
  likes: Pair[];
  polls: PlannedPoll[];
  tracks: PlannedTrack[];
  notifications: PlannedForumNotification[];
  log: { id: string; actorId: string; action: 'pin_topic' | 'lock_topic'; topicId: string; at: Date }[];
}

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** Plans the topics whose authors are among `members`. */
export function planForum(random: Random, now: Date, members: readonly PlannedMember[], photos: readonly PlannedPost[]): PlannedForum {
  const ids = new Map(members.map(({ id, person }) => [person.username, id]));
  const planned = writtenTopics.flatMap((written) => {
    const authorId = ids.get(written.posts[0]!.by);
    if (authorId === undefined) return [];
    const own = random.child(written.title);
    return [{ written, own, topic: planTopic(own, now, written, authorId, ids, photos) }];
  });
  const topics = planned.map(({ topic }) => topic);
  const tracks = planned.flatMap(({ own, topic }) => planTracks(own, now, topic, members));
  return {
    topics,
    likes: planned.flatMap(({ own, topic }) => planLikes(own, now, topic, members)),
    polls: planned.flatMap(({ written, own, topic }) => (written.poll ? [planPoll(own, now, written.poll, topic, members)] : [])),
    tracks,
    notifications: planForumNotifications(random.child('notifications'), now, topics, tracks),
    log: planLog(random.child('log'), topics, members),
  };
}

function planLog(random: Random, topics: readonly PlannedTopic[], members: readonly PlannedMember[]): PlannedForum['log'] {
  const actorId = members.find(({ person }) => person.role === 'admin')?.id;
  if (actorId === undefined) return [];
  const entry = (action: 'pin_topic' | 'lock_topic', topicId: string, at: Date) => [
    { id: pastId(at, random), actorId, action, topicId, at },
  ];
  return topics.flatMap(({ id, isPinned, isLocked, createdAt, posts }) => [
    ...(isPinned ? entry('pin_topic', id, createdAt) : []),
    ...(isLocked ? entry('lock_topic', id, posts.at(-1)!.at) : []),
  ]);
}

function planTopic(
  random: Random,
  now: Date,
  written: WrittenTopic,
  authorId: string,
  ids: ReadonlyMap<string, string>,
  photos: readonly PlannedPost[],
): PlannedTopic {
  const ownPhotos = photos.filter(({ memberId }) => memberId === authorId);
  const photo = ownPhotos.find(({ title }) => title === written.photo);
  const times = timesOf(random, now, written, photo?.createdAt);
  const createdAt = times[0]!;
  const posts = new Map<number, PlannedReply>();
  for (const [index, post] of written.posts.entries()) {
    const by = ids.get(post.by);
    if (by === undefined) continue;
    const at = times[index]!;
    const body = (text: string): string => withIds(text, posts, by === authorId ? ownPhotos : []);
    posts.set(index + 1, {
      id: pastId(at, random),
      number: posts.size + 1,
      authorId: by,
      body: body(post.text),
      replyToId: posts.get(post.answers ?? 0)?.id ?? null,
      at,
      before: post.before === undefined ? null : body(post.before),
      liked: post.liked ?? 0.07,
    });
  }
  return {
    id: pastId(createdAt, random),
    category: written.category,
    authorId,
    title: written.title,
    photoId: photo?.id ?? null,
    createdAt,
    posts: [...posts.values()],
    solvedPostId: posts.get(written.solvedBy ?? 0)?.id ?? null,
    isPinned: written.isPinned === true,
    isLocked: written.isLocked === true,
  };
}

/** Returns the time of each post: after the topic's photo, and never in the future. */
function timesOf(random: Random, now: Date, { daysAgo, lasts, posts }: WrittenTopic, photoAt: Date | undefined): Date[] {
  const latest = now.getTime() - 20 * minute;
  const start = Math.min(latest, Math.max(now.getTime() - daysAgo * day, (photoAt?.getTime() ?? 0) + 30 * minute));
  const span = Math.min(lasts * day, latest - start);
  const steps = Math.max(1, posts.length - 1);
  return posts.map((_, index) => {
    const share = index === 0 ? 0 : (index - random.between(0, 0.6)) / steps;
    return new Date(Math.round(start + span * share));
  });
}

/** Replaces quotes and photos by their ids. Removes those missing from `posts` and `photos`. */
const withIds = (text: string, posts: ReadonlyMap<number, PlannedReply>, photos: readonly PlannedPost[]): string =>
  text
    .replaceAll(/\[!quote (\d+)\] /g, (_, number: string) => {
      const source = posts.get(Number(number));
      return source ? `[!quote ${source.id}] ` : '';
    })
    .replaceAll(/!\[([^\]]*)\]\(photo:([^)]+)\)\n*/g, (_, alt: string, title: string) => {
      const photo = photos.find((one) => one.title === title);
      return photo ? `![${alt}](photo:${photo.id})\n\n` : '';
    });

function planLikes(random: Random, now: Date, { posts }: PlannedTopic, members: readonly PlannedMember[]): Pair[] {
  return posts.flatMap(({ id, authorId, at, liked }) => {
    const others = members.filter((member) => member.id !== authorId);
    const share = liked * random.between(0.7, 1.1);
    return random
      .shuffle(others)
      .slice(0, Math.round(others.length * share))
      .map((member) => ({ of: id, by: member.id, at: new Date(Math.round(random.between(at.getTime(), now.getTime()))) }));
  });
}

/** Plans who follows and reads a topic. Its writers follow it. The admin follows all topics and has unread posts in recent topics. */
function planTracks(random: Random, now: Date, topic: PlannedTopic, members: readonly PlannedMember[]): PlannedTrack[] {
  const { id: topicId, posts } = topic;
  const last = posts.at(-1)!;
  const isLively = last.at.getTime() > now.getTime() - 5 * day;
  return members.flatMap(({ id: memberId, person }) => {
    const written = posts.findLast(({ authorId }) => authorId === memberId)?.number ?? 0;
    const isAdmin = person.role === 'admin';
    if (written === 0 && !isAdmin && !random.chance(0.45)) return [];
    const readNumber = isLively ? Math.max(written, isAdmin ? Math.ceil(last.number * 0.6) : random.whole(1, last.number)) : last.number;
    return [{ topicId, memberId, readNumber, isFollowing: written > 0 || isAdmin }];
  });
}

interface PlannedForumNotification {
  id: string;
  memberId: string;
  type: 'reply' | 'solved';
  actorId: string;
  postId: string;
  at: Date;
  isRead: boolean;
}

const hour = 60 * 60 * 1000;

/** Plans notifications of replies and accepted answers. Those in read parts of a topic are marked as read. */
function planForumNotifications(
  random: Random,
  now: Date,
  topics: readonly PlannedTopic[],
  tracks: readonly PlannedTrack[],
): PlannedForumNotification[] {
  const read = new Map(tracks.map(({ topicId, memberId, readNumber }) => [`${topicId} ${memberId}`, readNumber]));
  return topics.flatMap((topic) => {
    const authors = new Map(topic.posts.map(({ id, authorId }) => [id, authorId]));
    return topic.posts.flatMap(({ id, number, authorId, replyToId, at }): PlannedForumNotification[] => {
      const about = (type: 'reply' | 'solved', memberId: string, actorId: string, when: Date): PlannedForumNotification[] => {
        const isRead = (read.get(`${topic.id} ${memberId}`) ?? 0) >= number;
        return memberId === actorId ? [] : [{ id: pastId(when, random), memberId, type, actorId, postId: id, at: when, isRead }];
      };
      const answered = authors.get(replyToId ?? '') ?? topic.authorId;
      const solvedAt = new Date(Math.min(at.getTime() + hour, now.getTime()));
      return [
        ...(number === 1 ? [] : about('reply', answered, authorId, at)),
        ...(topic.solvedPostId === id ? about('solved', authorId, topic.authorId, solvedAt) : []),
      ];
    });
  });
}

export interface PlannedVote {
  choiceId: string;
  memberId: string;
  at: Date;
}

export interface PlannedPoll {
  postId: string;
  question: string;
  several: boolean;
  closesAt: Date;
  choices: { id: string; text: string }[];
  votes: PlannedVote[];
}

const pollDay = 24 * 60 * 60 * 1000;

function planPoll(
  random: Random,
  now: Date,
  { question, choices: written, several, endsInDays }: WrittenPoll,
  { createdAt, posts }: PlannedTopic,
  members: readonly PlannedMember[],
): PlannedPoll {
  const closesAt = new Date(now.getTime() + endsInDays * pollDay);
  const choices = written.map(([text, share]) => ({ id: pastId(createdAt, random), text, share }));
  const voters = random.shuffle(closesAt > now ? members.filter(isNoDemoAccount(members)) : [...members]);
  // A topic starts after its photo, so it may start after the poll's planned end.
  const until = Math.max(createdAt.getTime(), Math.min(closesAt.getTime(), now.getTime()));
  const votes = voters.slice(0, Math.ceil(voters.length * 0.7)).flatMap(({ id: memberId }) => {
    const at = new Date(Math.round(random.between(createdAt.getTime(), until)));
    const chosen = several ? choices.filter(({ share }) => random.chance(share / 100)) : [];
    return (chosen.length > 0 ? chosen : [pickByShare(random, choices)]).map(({ id }) => ({ choiceId: id, memberId, at }));
  });
  return { postId: posts[0]!.id, question, several, closesAt, choices: choices.map(({ id, text }) => ({ id, text })), votes };
}

/** Excludes the demo accounts (the admin and the first paid member), which have yet to vote in open polls. */
function isNoDemoAccount(members: readonly PlannedMember[]): (member: PlannedMember) => boolean {
  const paying = members.find(({ person }) => person.plan !== undefined && person.role === undefined);
  return (member) => member !== paying && member.person.role !== 'admin';
}

function pickByShare<Choice extends { share: number }>(random: Random, choices: readonly Choice[]): Choice {
  let left = random.next() * choices.reduce((sum, { share }) => sum + share, 0);
  return choices.find(({ share }) => (left -= share) <= 0) ?? choices.at(-1)!;
}

export const writtenTopics: readonly WrittenTopic[] = [...welcome, ...workInProgress, ...craft, ...eventsAndSite];

/** Post of a topic. `[!quote 3]` quotes the third post, and `photo:Title` shows the author's photo of that title. */
export interface WrittenPost {
  by: string;
  text: string;
  /** Number of the answered post. */
  answers?: number;
  /** Text before an edit. */
  before?: string;
  /** Share of the members who like the post. Default: a few. */
  liked?: number;
}

interface WrittenPoll {
  question: string;
  /** Choices with their share of votes in percent. */
  choices: readonly (readonly [text: string, share: number])[];
  several: boolean;
  /** Days from today. Negative: the poll is closed. */
  endsInDays: number;
}

/** Topic of the demo. The first post is the opening post. */
export interface WrittenTopic {
  title: string;
  /** Slug of the category. */
  category: string;
  /** Age and duration of the discussion in days. */
  daysAgo: number;
  lasts: number;
  /** Title of a photo by the topic's author. */
  photo?: string;
  poll?: WrittenPoll;
  /** Number of the accepted answer. */
  solvedBy?: number;
  isPinned?: true;
  isLocked?: true;
  posts: readonly WrittenPost[];
}
