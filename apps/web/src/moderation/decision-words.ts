import type { ModerationAction } from '@mbari/contract/moderation/actions';
import * as words from '@mbari/words/appeals';

const sentences: Partial<Record<ModerationAction, string>> = {
  remove_photo: words.photoRemoved,
  mark_photo: words.photoMarked,
  remove_comment: words.commentRemoved,
  remove_series: words.seriesRemoved,
  remove_exhibition: words.exhibitionRemoved,
  remove_feedback: words.feedbackRemoved,
  remove_message: words.messageRemoved,
  delete_post: words.postRemoved,
  delete_topic: words.topicRemoved,
  warn_member: words.warned,
  silence_member: words.silenced,
};

/** Returns a sentence about the act for the affected member. */
export const decisionWords = (action: ModerationAction): string => sentences[action] ?? words.decided;
