import type { Statements } from '../../db/database.ts';
import { removeReset } from './queries.ts';

/** Takes back a link to a new password that was mailed and not used: it leads nowhere from now on. */
export async function dropReset(tx: Statements, memberId: string): Promise<void> {
  await removeReset(tx, memberId);
}
