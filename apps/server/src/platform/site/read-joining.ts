import type { Statements } from '../db/database.ts';
import { findJoining, type JoiningRow } from './queries.ts';

export type { JoiningRow };

export async function readJoining(db: Statements): Promise<JoiningRow> {
  const row = await findJoining(db);
  if (!row) throw new Error('The row of the table joining is gone');
  return row;
}
