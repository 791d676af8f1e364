import type { Statements } from '../../platform/db/database.ts';
import { addAcceptance } from './queries.ts';
/** Keeps what a newcomer accepted. They are asked again where the rules changed while they filled in the form. */
export async function acceptAtRegistration(tx: Statements, memberId: string, version: number | undefined): Promise<void> {
  if (version !== undefined) await addAcceptance(tx, memberId, version);
}
