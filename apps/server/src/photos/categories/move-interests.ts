import type { Statements } from '../../platform/db/database.ts';
import { listInterestedIn, setInterestOf, waiveInterestOf } from './queries.ts';

/** Replaces an interest of up to 200 members, or removes it without marking their profile incomplete. Returns the number of members. */
export async function moveInterests(db: Statements, from: string, to: string | null): Promise<number> {
  const ids = (await listInterestedIn(db, from)).map(({ member_id }) => member_id);
  if (ids.length > 0) await (to === null ? waiveInterestOf(db, ids, from) : setInterestOf(db, ids, from, to));
  return ids.length;
}
