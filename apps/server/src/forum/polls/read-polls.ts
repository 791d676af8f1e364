import type { Poll } from '@mbari/contract/shapes/forum-polls';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { listPollRows } from './queries.ts';
import { viewPoll } from './views.ts';

/** Returns polls by post id. The caller must have checked that the viewer may read the posts. */
export async function readPolls(
  { db }: Context,
  viewer: Viewer,
  posts: readonly { id: string }[],
  topic: { is_locked: boolean },
): Promise<ReadonlyMap<string, Poll>> {
  if (posts.length === 0) return new Map();
  const rows = await listPollRows(
    db,
    viewer.id,
    posts.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.post_id, viewPoll(viewer, row, topic)]));
}
