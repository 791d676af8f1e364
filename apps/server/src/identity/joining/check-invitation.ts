import type { Context } from '../../platform/context.ts';
import { readJoining } from '../../platform/site/read-joining.ts';
import { secretHash } from '../sign-in/sessions.ts';
import { findOpenInvitation } from './invitation-queries.ts';

/** Ended and unknown links get the same answer. */
export async function checkInvitation({ db }: Context, token: string): Promise<{ is_open: boolean; inviter_name: string | null }> {
  const found = await findOpenInvitation(db, secretHash(token));
  const isOpen = found !== undefined && (await readJoining(db)).effective !== 'closed';
  return { is_open: isOpen, inviter_name: isOpen ? found.inviter_name : null };
}
