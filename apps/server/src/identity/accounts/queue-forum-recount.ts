import type { Statements } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';

/** Queues the job that updates forum counts after a closing or reopening. */
export const queueForumRecount = (tx: Statements, memberId: string): Promise<void> =>
  addJob(tx, 'recount_forum_member', { member_id: memberId }, { key: `recount_forum_member:${memberId}` });
