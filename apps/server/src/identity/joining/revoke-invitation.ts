import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findInvitation, setRevoked } from './invitation-queries.ts';
import { isOrganiser } from './invitation-rules.ts';

/** Repeating it has no effect. */
export async function revokeInvitation({ db, limits }: Context, viewer: Viewer, id: string): Promise<void> {
  await limits.spend('invite by member', viewer.id);
  const isAnybodys = isOrganiser(viewer);
  if (!isId(id)) throw notFound('invitationNotFound');
  if ((await setRevoked(db, viewer.id, id, isAnybodys)) === 1) return;
  if (!(await findInvitation(db, viewer.id, id, isAnybodys))) throw notFound('invitationNotFound');
}
