import { pastId } from './past-id.ts';
import type { PlannedTopic, PlannedTrack } from './plan-forum.ts';
import type { Random } from './random.ts';

export interface PlannedForumNotification {
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
export function planForumNotifications(
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
