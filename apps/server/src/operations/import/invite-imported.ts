import { mailClaimLinks } from '../../identity/passwords/reset-password.ts';
import type { Context } from '../../platform/context.ts';
import * as queries from './queries.ts';

export const countUninvited = queries.countUninvited;

/** Mails each imported member a link to their account, once. Returns their number. */
export async function inviteImported(context: Context): Promise<number> {
  for (let invited = 0; ;) {
    const count = await context.db.transaction(async (tx) => {
      const members = await queries.markInvited(tx);
      await mailClaimLinks(context, tx, members);
      return members.length;
    });
    if (count === 0) return invited;
    invited += count;
  }
}
