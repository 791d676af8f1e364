import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { findSessionOf, lockMember } from './session-queries.ts';

/** Throws `unauthenticated` if the session ended since the request began. Locks the member's row, so other changes of sign-in methods wait. */
export async function requireSession(tx: Statements, member: Viewer): Promise<void> {
  await lockMember(tx, member.id);
  if (!(await findSessionOf(tx, member.id, member.session_id))) throw unauthenticated();
}

/** Runs a change of sign-in methods in a transaction that requires the session. */
export const withinSession = <Result>({ db }: Context, member: Viewer, work: (tx: Statements) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await requireSession(tx, member);
    return work(tx);
  });
