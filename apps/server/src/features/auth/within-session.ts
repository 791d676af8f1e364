import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { requireSession } from './require-session.ts';

/** Changes a way into the account in one transaction, for as long as the session that asks for it lasts. Others at once wait for it. */
export const withinSession = <Result>({ db }: Context, member: Viewer, work: (tx: Statements) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await requireSession(tx, member);
    return work(tx);
  });
