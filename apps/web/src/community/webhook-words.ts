import type { Delivery } from '@mbari/contract/community/webhooks';
import * as words from '@mbari/words/webhooks';

export const eventWords: Readonly<Record<Delivery['event'], string>> = {
  report_opened: words.reportOpened,
  member_waiting: words.memberWaiting,
  post_pending: words.postPending,
  challenge_ended: words.challengeEnded,
  test: words.test,
};
