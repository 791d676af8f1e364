import type { CurrentUser } from '@mbari/contract/shapes/members';
import { readCurrentUser } from '../../people/members/read-current-user.ts';
import type { Context } from '../../platform/context.ts';
import type { Device } from '../../platform/device.ts';
import { Refusal } from '../../platform/refusal.ts';
import { reopenAccount } from '../accounts/closed-accounts.ts';
import { refuseSuspended } from '../accounts/suspended-accounts.ts';
import { secretHash, startSession, type IssuedSession } from '../sign-in/sessions.ts';
import { takeHandoff } from './queries.ts';

/** One answer for every fault of the token or the browser. */
export const invalidToken = (): Refusal => new Refusal('invalid_oauth_token', 'oauthFailed');

/** Exchanges the token of /oauth/callback for a session: once, within a minute, in the browser that began. */
export async function exchangeToken(
  context: Context,
  { token, browser, device }: { token: string; browser: string; device: Device },
): Promise<IssuedSession & { user: CurrentUser }> {
  return context.db.transaction(async (tx) => {
    const handoff = await takeHandoff(tx, secretHash(token), secretHash(browser));
    if (!handoff) throw invalidToken();
    const memberId = handoff.member_id;
    await refuseSuspended(tx, memberId);
    if (!(await reopenAccount(tx, memberId))) throw invalidToken();
    const session = await startSession(context, tx, memberId, device);
    return { ...session, user: await readCurrentUser(context, tx, memberId) };
  });
}
