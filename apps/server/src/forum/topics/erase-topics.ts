import type { Statements } from '../../platform/db/database.ts';
import { disownTopicsOf } from './queries.ts';

/** Deletes a batch of a closed account's topics. Topics with posts by others stay, without an author. Returns how many; 0 when none are left. */
export const eraseTopics = (db: Statements, memberId: string): Promise<number> => disownTopicsOf(db, memberId);
