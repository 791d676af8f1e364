import type { Context } from '../context.ts';
import type { LimitName } from '../http/limits/rate-limits.ts';
import type { Viewer } from '../http/viewer.ts';
import { because } from '../refusal.ts';
import { cachedFilters } from './cached-filters.ts';

const day = 24 * 60 * 60_000;
const share = 1 / 3;

/** Counts one use of a limit. New accounts have a third of the limit, organisers the full limit. */
export async function spendAsMember(
  { limits, db, now }: Pick<Context, 'limits' | 'db' | 'now'>,
  { id, role, joined_at: joinedAt }: Pick<Viewer, 'id' | 'role' | 'joined_at'>,
  name: LimitName,
): Promise<void> {
  const { newAccountDays } = await cachedFilters(db);
  const endsAt = joinedAt === undefined ? 0 : joinedAt.getTime() + newAccountDays * day;
  if (role !== 'member' || endsAt <= now().getTime()) return limits.spend(name, id);
  const reason = because('newAccountLimit', { until: new Date(endsAt).toISOString().slice(0, 10) });
  await limits.spend(name, id, { share, because: reason });
}
