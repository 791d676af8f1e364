import { listDepartures } from './forum/recount-queries.ts';
import { listExpiredSuspensions } from './identity/accounts/queries.ts';
import { listInstantMessageMails } from './messages/notification-queries.ts';
import { listInstantMails } from './notifications/mails/queries.ts';
import { listStalledVisibilityChanges } from './people/follows/queries.ts';
import { listDeletingCategories } from './photos/category-queries.ts';
import { listUnannounced as listUnannouncedChallenges } from './photos/challenges/queries.ts';
import { listUncounted } from './photos/challenges/vote-queries.ts';
import { listUnannounced as listUnannouncedExhibitions } from './photos/exhibitions/queries.ts';
import { listWorking } from './photos/imports/queries.ts';
import { listDuePosts } from './photos/posts/schedule-queries.ts';
import type { Logger } from './platform/adapters/log.ts';
import type { Statements } from './platform/db/database.ts';
import { listUnmeasuredImages } from './platform/images/queries.ts';
import { addJob } from './platform/jobs/add-job.ts';
import type { JobName } from './platform/jobs/job-payloads.ts';
import { listDeadPools } from './platform/jobs/queries.ts';
import { listUntagged } from './platform/tags/queries.ts';

/** Jobs without a time of their own, with the query that finds work for them. */
export const workOf = {
  recover_jobs: listDeadPools,
  mail_at_once: listInstantMails,
  mail_messages_at_once: listInstantMessageMails,
  end_suspensions: listExpiredSuspensions,
  publish_due_posts: listDuePosts,
  announce_exhibitions: listUnannouncedExhibitions,
  advance_challenges: async (db: Statements) => [...(await listUncounted(db)), ...(await listUnannouncedChallenges(db))],
  resume_recounts: listStalledVisibilityChanges,
  resume_emptying: listDeletingCategories,
  resume_imports: listWorking,
  resume_forum_recounts: listDepartures,
  tag_older_posts: listUntagged,
  measure_images: listUnmeasuredImages,
} satisfies { [Name in JobName]?: (db: Statements) => Promise<readonly unknown[]> };

/**
 * Queues the jobs that have work, so that the job process need not run to find out. The key keeps a waiting job from being queued twice, by
 * any node. Has no queue of its own: a process that dies would leave it locked, and `recover_jobs` must run then.
 */
export async function queueMinutelyJobs(db: Statements, log: Logger, signal?: AbortSignal): Promise<void> {
  for (const [name, listWork] of Object.entries(workOf) as [keyof typeof workOf, (typeof workOf)[keyof typeof workOf]][])
    try {
      if (signal?.aborted) return;
      if ((await listWork(db)).length > 0) await addJob(db, name, null, { key: name });
    } catch (error) {
      log.warn({ err: error, job: name }, 'could not look for work of a job');
    }
}
