import type { Notification } from '@mbari/contract/shapes/notifications';
import { notificationSentences } from '../../english.ts';
import type { ForumSubject, NotificationRow } from './queries.ts';

/** What a notification says: in English, and by a key of the catalogue with what is filled in. Made from the names as they are now. */
export function sentenceOf(row: NotificationRow, name: string | undefined): Pick<Notification, 'message' | 'reason' | 'params'> {
  const { forum_post: post, photo_title } = row;
  const reason = post === null ? reasonOf(row) : forumReason(row.type, post);
  const title = post?.title ?? photo_title ?? undefined;
  const params = { ...(name !== undefined && { name }), ...(title !== undefined && { title }), ...(post && { category: post.category }) };
  const say: (given: Given) => string | string[] = notificationSentences[reason];
  const given = { name: notificationSentences.somebody, title: '', category: '', ...params, b: (text: string) => text };
  return { message: [say(given)].flat().join(''), reason, params };
}

type Key = Exclude<keyof typeof notificationSentences, 'somebody'>;
interface Given {
  name: string;
  title: string;
  category: string;
  b: (text: string) => string;
}

function reasonOf({ type, photo_title }: NotificationRow): Key {
  switch (type) {
    case 'like':
      return 'photoLiked';
    case 'comment':
      return 'photoCommented';
    case 'mention':
      return 'mentionedInComment';
    case 'follow':
      return 'followed';
    default:
      return photo_title === null ? 'newsFrom' : 'newsAboutPhoto';
  }
}

function forumReason(type: NotificationRow['type'], { is_own, is_answer }: ForumSubject): Key {
  switch (type) {
    case 'like':
      return 'postLiked';
    case 'mention':
      return 'mentionedInPost';
    case 'reply':
      return is_answer ? 'repliedToYou' : 'repliedInYourTopic';
    case 'followed_topic':
      return 'repliedInFollowedTopic';
    case 'new_topic':
      return 'topicStarted';
    case 'solved':
      return is_own ? 'yourPostSolved' : 'yourTopicSolved';
    default:
      return 'newsAboutTopic';
  }
}
