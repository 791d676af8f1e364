import type { Statements } from '../../platform/db/database.ts';
import { disownTopicsOf } from './queries.ts';

/** Takes away a batch of the topics that a closed account began. Those in which others wrote stay, as nobody's. Answers how many; 0 when none are left. */
export const eraseTopics = (db: Statements, memberId: string): Promise<number> => disownTopicsOf(db, memberId);
