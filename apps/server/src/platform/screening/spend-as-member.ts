import type { Context } from '../context.ts';
import type { LimitName } from '../http/limits/rate-limits.ts';
import type { Viewer } from '../http/viewer.ts';
import { because } from '../refusal.ts';
import { cachedFilters } from './cached-filters.ts';

const day = 24 * 60 * 60_000;

/**
 * Counts one use of a limit. New accounts have a share of the limit, organisers the full limit. An account is new for the days that the site
 * sets, at least `leastDays`.
 */
export async function spendAsMember(
  { limits, db, now }: Pick<Context, 'limits' | 'db' | 'now'>,
  { id, role, joined_at: joinedAt }: Pick<Viewer, 'id' | 'role' | 'joined_at'>,
  name: LimitName,
  { share = 1 / 3, leastDays = 0 } = {},
): Promise<void> {
  const { newAccountDays } = await cachedFilters(db);
  const endsAt = joinedAt === undefined ? 0 : joinedAt.getTime() + Math.max(newAccountDays, leastDays) * day;
  if (role !== 'member' || endsAt <= now().getTime()) return limits.spend(name, id);
  const reason = because('newAccountLimit', { until: new Date(endsAt).toISOString().slice(0, 10) });
  await limits.spend(name, id, { share, because: reason });
}
