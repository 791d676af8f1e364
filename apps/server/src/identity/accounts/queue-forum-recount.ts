import type { Statements } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';

/** What they wrote in the forum leaves its counts, or comes back into them, step by step. */
export const queueForumRecount = (tx: Statements, memberId: string): Promise<void> =>
  addJob(tx, 'recount_forum_member', { member_id: memberId }, { key: `recount_forum_member:${memberId}` });
