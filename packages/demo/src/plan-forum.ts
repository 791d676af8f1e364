import { pastId } from './past-id.ts';
import type { Pair, PlannedMember, PlannedPost } from './plan-community.ts';
import { planForumNotifications, type PlannedForumNotification } from './plan-forum-notifications.ts';
import { type PlannedPoll, planPoll } from './plan-polls.ts';
import type { Random } from './random.ts';
import type { WrittenTopic } from './written-topic.ts';
import { writtenTopics } from './written-topics.ts';

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

export interface PlannedTopic {
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

export interface PlannedTrack {
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
