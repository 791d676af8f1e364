import type { Statements } from '../../db/database.ts';
import { removeEmailChange } from './queries.ts';

/** Takes back a change of address that was asked for and not confirmed: links that were mailed for it lead nowhere. */
export async function dropEmailChange(tx: Statements, memberId: string): Promise<void> {
  await removeEmailChange(tx, memberId);
}
