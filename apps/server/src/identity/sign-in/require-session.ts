import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { findSessionOf, lockMember } from './session-queries.ts';

/**
 * Throws `unauthenticated` where the session in which something was asked for has ended meanwhile: after a reset or change of the password
 * in another session, nothing that this one had begun is carried out. Locks the member's row, so that no such change comes in between.
 */
export async function requireSession(tx: Statements, member: Viewer): Promise<void> {
  await lockMember(tx, member.id);
  if (!(await findSessionOf(tx, member.id, member.session_id))) throw unauthenticated();
}

/** Changes a way to sign in, in one transaction in which the session cannot end. Concurrent changes wait for it. */
export const withinSession = <Result>({ db }: Context, member: Viewer, work: (tx: Statements) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await requireSession(tx, member);
    return work(tx);
  });
