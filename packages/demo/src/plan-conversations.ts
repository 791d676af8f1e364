import { pastId } from './past-id.ts';
import type { Pair, Plan, PlannedComment, PlannedMember, PlannedNotification, PlannedPost } from './plan-community.ts';
import type { Random } from './random.ts';
import { answers, craftRemarks, remarks } from './talk.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Plans likes and comments. A few posts get many, most get few. */
export function planConversations(
  random: Random,
  now: Date,
  members: readonly PlannedMember[],
  posts: readonly PlannedPost[],
): Pick<Plan, 'likes' | 'comments' | 'notifications'> {
  const likes = planLikes(random, now, members, posts);
  const comments = planComments(random, now, members, posts, likes);
  return { likes, comments, notifications: planNotifications(random, now, posts, likes, comments) };
}

/** Returns a random later time, usually soon after `from`. */
const later = (random: Random, from: Date, now: Date): Date =>
  new Date(Math.round(from.getTime() + (now.getTime() - from.getTime()) * (0.001 + 0.998 * random.next() ** 2.2)));

function planLikes(random: Random, now: Date, members: readonly PlannedMember[], posts: readonly PlannedPost[]): Pair[] {
  const ranks = random.shuffle(posts.map((_, rank) => rank));
  return posts.flatMap((post, index) => {
    const hours = (now.getTime() - post.createdAt.getTime()) / hour;
    const share = (ranks[index]! + 1) ** -0.42 * random.between(0.8, 1) * Math.min(1, 0.15 + hours / 30);
    const others = members.filter((member) => member.id !== post.memberId);
    return random
      .shuffle(others)
      .slice(0, Math.round(others.length * share))
      .map((member) => ({ of: post.id, by: member.id, at: later(random, post.createdAt, now) }));
  });
}

function planComments(
  random: Random,
  now: Date,
  members: readonly PlannedMember[],
  posts: readonly PlannedPost[],
  likes: readonly Pair[],
): PlannedComment[] {
  const liked = new Map<string, number>();
  for (const { of } of likes) liked.set(of, (liked.get(of) ?? 0) + 1);
  const lots = posts.flatMap((post) => Array.from({ length: 1 + Math.ceil((liked.get(post.id) ?? 0) * 0.8) }, () => post));
  const said = new Map<string, Set<string>>();
  const names = new Map(members.map(({ id, person }) => [id, person.name.split(' ')[0]!]));
  const comments: PlannedComment[] = [];
  const say = (post: PlannedPost, memberId: string, from: readonly string[], answered?: PlannedComment): PlannedComment | null => {
    const already = said.get(post.id) ?? new Set();
    said.set(post.id, already);
    const line = random.shuffle(from).find((one) => !already.has(one));
    if (line === undefined) return null;
    already.add(line);
    const at = later(random, answered?.at ?? post.createdAt, now);
    const content = line.replace('{name}', names.get(post.memberId)!);
    const comment = {
      id: pastId(at, random),
      photoId: post.id,
      memberId,
      content,
      threadId: answered?.threadId ?? answered?.id ?? null,
      replyToId: answered?.id ?? null,
      at,
    };
    comments.push(comment);
    return comment;
  };
  for (let turn = 0; turn < posts.length * 2; turn += 1) {
    const post = random.pick(lots);
    const guests = members.filter((member) => member.id !== post.memberId);
    if (guests.length === 0) continue;
    const pool = random.chance(0.55) ? craftRemarks[post.family] : remarks;
    const comment = say(post, random.pick(guests).id, pool);
    const answer = comment && random.chance(0.26) ? say(post, post.memberId, answers, comment) : null;
    if (answer && random.chance(0.3)) say(post, random.pick(guests).id, remarks, answer);
  }
  return comments.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Plans recent notifications, a limited number per member. */
function planNotifications(
  random: Random,
  now: Date,
  posts: readonly PlannedPost[],
  likes: readonly Pair[],
  comments: readonly PlannedComment[],
): PlannedNotification[] {
  const owners = new Map(posts.map((post) => [post.id, post.memberId]));
  const authors = new Map(comments.map(({ id, memberId }) => [id, memberId]));
  const events = [
    ...likes.map(({ of, by, at }) => ({ type: 'like' as const, memberId: owners.get(of)!, photoId: of, actorId: by, at, commentId: null })),
    ...comments.flatMap((comment) => {
      const { id, photoId, memberId: actorId, at } = comment;
      const ownerId = owners.get(photoId)!;
      const answeredId = authors.get(comment.replyToId ?? '') ?? null;
      const about = { photoId, actorId, at, commentId: id };
      return [
        ...(answeredId === null ? [] : [{ ...about, type: 'reply' as const, memberId: answeredId }]),
        ...(answeredId === ownerId ? [] : [{ ...about, type: 'comment' as const, memberId: ownerId }]),
      ];
    }),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const mentioned = new Map<string, number>();
  return events.flatMap((event) => {
    const { memberId } = event;
    const count = mentioned.get(memberId) ?? 0;
    if (memberId === event.actorId || count >= 6 || event.at.getTime() < now.getTime() - 7 * day) return [];
    mentioned.set(memberId, count + 1);
    return [{ ...event, id: pastId(event.at, random), isRead: count >= 3 }];
  });
}
