import type { Notification } from '@mbari/contract/shapes/notifications';
import type { Words } from '@mbari/words/words-for';
import { isReversal } from '../platform/audit/record-moderation.ts';
import { notificationSentences } from '../platform/english.ts';
import type { ModerationSubject } from './moderation-queries.ts';
import type { ForumSubject, NotificationRow } from './queries.ts';

/** What a notification says: in English, and by a key of the catalogue with what is filled in. Made from the names as they are now. */
export function sentenceOf(
  row: NotificationRow,
  name: string | undefined,
  others = 0,
): Pick<Notification, 'message' | 'params'> & { reason: SentenceKey } {
  const { forum_post: post, photo_title, moderation } = row;
  const alone = reasonOfOne(row);
  const reason = others > 0 ? (withOthers[alone] ?? alone) : alone;
  const title = post?.title ?? photo_title ?? moderation?.title ?? undefined;
  const params = {
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
    ...(post && { category: post.category }),
    ...(others > 0 && { others }),
    ...(moderation?.is_own && moderation.reason !== null && { reason: moderation.reason }),
  };
  return { message: sayNotification(notificationSentences, { reason, params }), reason, params };
}

/** The sentence in the words of a language. */
export function sayNotification(
  sentences: Words['notificationSentences'],
  { reason, params }: { reason: SentenceKey; params: Notification['params'] },
): string {
  const say: string | ((given: Given) => string | string[]) = sentences[reason];
  if (typeof say === 'string') return say;
  const given = { name: sentences.somebody, title: '', category: '', others: 0, reason: '', ...params, b: (text: string) => text };
  return [say(given)].flat().join('');
}

type SentenceKey = Exclude<keyof typeof notificationSentences, 'somebody'>;
/** The sentences of what one did. */
export type ReasonOfOne = Exclude<SentenceKey, `${string}ByOthers`>;

export function reasonOfOne(row: NotificationRow): ReasonOfOne {
  if (row.moderation !== null) return moderationReason(row.moderation);
  return row.forum_post === null ? reasonOf(row) : forumReason(row.type, row.forum_post);
}

interface Given {
  name: string;
  title: string;
  category: string;
  others: number;
  reason: string;
  b: (text: string) => string;
}

/** The sentences of what several did, as `others` besides the one who is named. */
const withOthers: Partial<Record<ReasonOfOne, SentenceKey>> = {
  photoLiked: 'photoLikedByOthers',
  photoCommented: 'photoCommentedByOthers',
  commentLiked: 'commentLikedByOthers',
  repliedToComment: 'repliedToCommentByOthers',
  postLiked: 'postLikedByOthers',
  repliedToYou: 'repliedByOthers',
  repliedInYourTopic: 'repliedByOthers',
  repliedInFollowedTopic: 'repliedInFollowedTopicByOthers',
};

function reasonOf({ type, comment_id, photo_title }: NotificationRow): ReasonOfOne {
  switch (type) {
    case 'like':
      return comment_id === null ? 'photoLiked' : 'commentLiked';
    case 'comment':
      return 'photoCommented';
    case 'reply':
      return 'repliedToComment';
    case 'mention':
      return 'mentionedInComment';
    case 'follow':
      return 'followed';
    default:
      return photo_title === null ? 'newsFrom' : 'newsAboutPhoto';
  }
}

function forumReason(type: NotificationRow['type'], { is_own, is_answer }: ForumSubject): ReasonOfOne {
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

function moderationReason({ action, is_own, reason }: ModerationSubject): ReasonOfOne {
  // A reversal notifies only its subject and the organiser whose decision was reversed.
  if (!is_own && isReversal(action)) return 'decisionReversed';
  if (!is_own) return action === 'dismiss_reports' ? 'reportDismissed' : 'reportActedOn';
  switch (action) {
    case 'remove_photo':
      return 'photoRemoved';
    case 'restore_photo':
      return 'photoRestored';
    case 'remove_comment':
      return 'commentRemoved';
    case 'restore_comment':
      return 'commentRestored';
    case 'delete_topic':
      return 'topicRemoved';
    case 'warn_member':
      return 'warned';
    case 'silence_member':
      return 'silenced';
    case 'end_silence':
      return 'silenceEnded';
    case 'grant_appeal':
      return 'appealGranted';
    case 'refuse_appeal':
      return 'appealRefused';
    case 'approve_post':
      return 'pendingApproved';
    case 'decline_post':
      return reason ? 'pendingDeclinedWhy' : 'pendingDeclined';
    default:
      return 'postRemoved';
  }
}
