import type { Statements } from '../../platform/db/database.ts';
import { addApplicationRow } from './application-queries.ts';

/** Somebody asks to join whose account was just opened. They are asked what is asked now, whatever admins change later. */
export async function addApplication(tx: Statements, memberId: string, question: string | null): Promise<void> {
  await addApplicationRow(tx, memberId, question);
}
