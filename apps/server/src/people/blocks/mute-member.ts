import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { requireOther } from './block-member.ts';
import { addMute, removeMute } from './queries.ts';

/** Hides a member from the viewer's lists. The muted member is not notified and notices nothing. */
export async function muteMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  requireOther(viewer, memberId);
  await context.limits.spend('block by member', viewer.id);
  if (!isId(memberId) || (await addMute(context.db, viewer.id, memberId)) === 0) throw notFound();
  context.db.hint('relation', viewer.id, memberId);
}

export async function unmuteMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  requireOther(viewer, memberId);
  await context.limits.spend('block by member', viewer.id);
  if (isId(memberId) && (await removeMute(context.db, viewer.id, memberId)) > 0) context.db.hint('relation', viewer.id, memberId);
}
