import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { setAcknowledged } from './sanction-queries.ts';

/** Idempotent. */
export async function acknowledgeWarning({ db, limits }: Context, viewer: Viewer, id: string): Promise<void> {
  await limits.spend('settings by member', viewer.id);
  if (!isId(id) || (await setAcknowledged(db, viewer.id, id)) === 0) throw notFound();
}
