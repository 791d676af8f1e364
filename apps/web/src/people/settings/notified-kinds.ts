import type { ForumSettings } from '@mbari/contract/shapes/members';
import * as words from '@mbari/words/settings';

interface NotifiedKind {
  kind: keyof ForumSettings['push_notification_preferences'] & keyof ForumSettings['email_notification_preferences'];
  /** Its switch in the app. Without that there is neither push nor mail. */
  inApp: keyof ForumSettings & `notify_on_${string}`;
  label: string;
  hint: string;
}

/** What members are notified of. */
export const notifiedKinds: readonly NotifiedKind[] = [
  { kind: 'likes', inApp: 'notify_on_like', label: words.likes, hint: words.likesHint },
  { kind: 'comments', inApp: 'notify_on_comment', label: words.comments, hint: words.commentsHint },
  { kind: 'follows', inApp: 'notify_on_follow', label: words.follows, hint: words.followsHint },
  { kind: 'mentions', inApp: 'notify_on_mention', label: words.mentions, hint: words.mentionsHint },
  { kind: 'replies', inApp: 'notify_on_reply', label: words.replies, hint: words.repliesHint },
  { kind: 'forum', inApp: 'notify_on_forum', label: words.followedTopics, hint: words.followedTopicsHint },
];
