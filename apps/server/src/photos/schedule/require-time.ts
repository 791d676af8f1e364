import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated } from '../../platform/http/viewer.ts';
import { because, invalid } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/premoderation-queries.ts';
import { countScheduled } from './queries.ts';

const full = because('tooManyScheduled', { most: limits.scheduledPosts });

const yearMs = 366 * 24 * 60 * 60_000;

/** Returns the time of a scheduled post: in the future, at most a year ahead. */
export function requireFuture({ now }: Pick<Context, 'now'>, publishAt: string): Date {
  const time = new Date(publishAt);
  const ahead = time.getTime() - now().getTime();
  if (ahead <= 0 || ahead > yearMs) throw invalid({ publish_at: ['publishTimeNotAhead'] }, 'publishTimeNotAhead');
  return time;
}

/** Locks the member, so that concurrent requests cannot exceed the limit. */
export async function requireRoomInSchedule(tx: Statements, memberId: string): Promise<void> {
  if (!(await lockWriter(tx, memberId))) throw unauthenticated();
  if ((await countScheduled(tx, memberId)) >= limits.scheduledPosts) throw invalid({ publish_at: [full] }, full);
}
