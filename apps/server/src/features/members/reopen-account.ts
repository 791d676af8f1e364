import type { Statements } from '../../db/database.ts';
import { reopenMember } from './queries.ts';

/** Signing in again within 14 days takes the closing back. */
export async function reopenAccount(tx: Statements, memberId: string): Promise<void> {
  await reopenMember(tx, memberId);
}
