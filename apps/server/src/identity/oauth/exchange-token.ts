import type { CurrentUser } from '@mbari/contract/people/members';
import { readCurrentUser } from '../../people/current-user-views.ts';
import type { Context } from '../../platform/context.ts';
import type { Device } from '../../platform/http/device.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { Refusal } from '../../platform/refusal.ts';
import { reopenAccount } from '../accounts/closed-accounts.ts';
import { requireNotSuspended } from '../accounts/suspended-accounts.ts';
import { type IssuedSession, secretHash, startSession } from '../sign-in/sessions.ts';
import { consumeHandoff, deleteExpiredHandoffs } from './queries.ts';

/** Returns the same error whether the token or the browser is wrong. */
export const invalidOauthToken = (): Refusal => new Refusal('invalid_oauth_token', 'oauthFailed');

/** Exchanges the token of /oauth/callback for a session: once, within a minute, in the browser that began the sign-in. */
export async function exchangeToken(
  context: Context,
  { token, browser, device }: { token: string; browser: string; device: Device },
): Promise<IssuedSession & { user: CurrentUser }> {
  return context.db.transaction(async (tx) => {
    const handoff = await consumeHandoff(tx, secretHash(token), secretHash(browser));
    if (!handoff) throw invalidOauthToken();
    const memberId = handoff.member_id;
    await requireNotSuspended(tx, memberId);
    if (!(await reopenAccount(tx, memberId))) throw invalidOauthToken();
    const session = await startSession(context, tx, memberId, device);
    return { ...session, user: await readCurrentUser(context, tx, memberId) };
  });
}

export const sweepHandoffs: Task = async (_payload, { context }) => {
  const handoffs = await deleteExpiredHandoffs(context.db);
  if (handoffs > 0) context.log.debug({ handoffs }, 'deleted unfinished provider sign-ins');
};
