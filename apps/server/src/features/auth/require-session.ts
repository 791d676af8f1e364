import type { Statements } from '../../db/database.ts';
import { unauthenticated, type Viewer } from '../../http/viewer.ts';
import { findOwnerProof, lockMember } from './queries.ts';

/**
 * Makes sure that the session in which something was asked for has not ended meanwhile: a reset or a change of the password in another
 * one must not be followed by what the old one still had under way. Holds the member's row, so that none comes in between either.
 */
export async function requireSession(tx: Statements, member: Viewer): Promise<void> {
  await lockMember(tx, member.id);
  if (!(await findOwnerProof(tx, member.id, member.session_id))) throw unauthenticated();
}
