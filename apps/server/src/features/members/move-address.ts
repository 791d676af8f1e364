import type { Statements } from '../../db/database.ts';
import { setEmail } from './queries.ts';

/**
 * Gives an account another address, verified, in place of the one it has. False where that changed meanwhile. Throws where the
 * new one is another's: see `isAddressTaken`.
 */
export const moveAddress = async (tx: Statements, memberId: string, { from, to }: { from: string; to: string }): Promise<boolean> =>
  (await setEmail(tx, memberId, from, to)) === 1;
