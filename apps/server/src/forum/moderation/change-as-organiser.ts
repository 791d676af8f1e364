import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';

type Work<Result> = (tx: Statements) => Promise<Result>;

/** Runs `work` in one transaction, within the organiser's rate limit. Throws `not_found`. */
export const changeTopicAsOrganiser = <Result>(context: Context, viewer: Viewer, topicId: string, work: Work<Result>): Promise<Result> =>
  change(context, viewer, topicId, work, (tx) => tx.hint('topic', topicId));

/** For changes of no post: sends `topic_details` instead of `topic`. */
export const changeTopicDetailsAsOrganiser = (context: Context, viewer: Viewer, topicId: string, work: Work<void>): Promise<void> =>
  change(context, viewer, topicId, work, (tx) => tx.hint('topic_details', topicId));

async function change<Result>(
  { db, limits }: Context,
  viewer: Viewer,
  topicId: string,
  work: Work<Result>,
  hint: (tx: Statements) => void,
): Promise<Result> {
  await limits.spend('change by member', viewer.id);
  if (!isId(topicId)) throw notFound('topicNotFound');
  return db.transaction(async (tx) => {
    const result = await work(tx);
    hint(tx);
    return result;
  });
}
