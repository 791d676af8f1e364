import type { Statements } from '../db/database.ts';
import { findJoining, type JoiningRow } from './joining-queries.ts';

export type { JoiningRow };

/** Who may join, as it is set at this moment. */
export async function readJoining(db: Statements): Promise<JoiningRow> {
  const row = await findJoining(db);
  if (!row) throw new Error('The row of the table joining is gone');
  return row;
}
