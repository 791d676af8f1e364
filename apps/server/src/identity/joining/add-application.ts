import type { Statements } from '../../platform/db/database.ts';
import { addApplicationRow } from './application-queries.ts';

/** Stores the current question, so later changes do not affect the application. */
export async function addApplication(tx: Statements, memberId: string, question: string | null): Promise<void> {
  await addApplicationRow(tx, memberId, question);
}
