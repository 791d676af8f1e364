import type { Statements } from '../../platform/db/database.ts';
import { listInterestedIn, setInterestOf, waiveInterestOf } from './queries.ts';

/**
 * Gives up to two hundred who are interested in a category another one in its place. Without one to give they lose it, and nobody asks them to set
 * up their profile again. Answers how many there were.
 */
export async function moveInterests(db: Statements, from: string, to: string | null): Promise<number> {
  const ids = (await listInterestedIn(db, from)).map(({ member_id }) => member_id);
  if (ids.length > 0) await (to === null ? waiveInterestOf(db, ids, from) : setInterestOf(db, ids, from, to));
  return ids.length;
}
