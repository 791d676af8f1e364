import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { addAcceptance } from '../../platform/members/queries.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listRules } from './list-rules.ts';

/** Records that the viewer accepts this version. Refuses an outdated version, so the client loads the newest. */
export async function acceptRules({ db, limits }: Context, viewer: Viewer, version: number): Promise<void> {
  await limits.spend('settings by member', viewer.id);
  if ((await addAcceptance(db, viewer.id, version)) === 0) throw new Refusal('conflict', 'rulesChanged', { data: await listRules(db) });
}
