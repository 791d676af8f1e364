import type { ModerationAction } from '@mbari/contract/moderation-actions';
import * as words from '@mbari/words/moderation-log';

/** What organisers do, in words. */
export const actWords: Readonly<Record<ModerationAction, string>> = {
  dismiss_reports: words.dismissReports,
  remove_photo: words.removePhoto,
  restore_photo: words.restorePhoto,
  delete_photo: words.deletePhoto,
  remove_comment: words.removeComment,
  restore_comment: words.restoreComment,
  delete_comment: words.deleteComment,
  suspend_member: words.suspendMember,
  end_suspension: words.endSuspension,
  lock_topic: words.lockTopic,
  unlock_topic: words.unlockTopic,
  pin_topic: words.pinTopic,
  unpin_topic: words.unpinTopic,
  move_topic: words.moveTopic,
  edit_topic: words.editTopic,
  delete_topic: words.deleteTopic,
  restore_topic: words.restoreTopic,
  split_topic: words.splitTopic,
  merge_topic: words.mergeTopic,
  edit_post: words.editPost,
  close_poll: words.closePoll,
  delete_post: words.deletePost,
  restore_post: words.restorePost,
  create_category: words.createCategory,
  update_category: words.updateCategory,
  delete_category: words.deleteCategory,
  update_rules: words.updateRules,
  change_joining: words.changeJoining,
};
