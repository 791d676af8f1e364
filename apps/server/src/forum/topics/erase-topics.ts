import type { Statements } from '../../platform/db/database.ts';
import { disownTopicsOf } from './queries.ts';

export const eraseTopics = (db: Statements, memberId: string): Promise<number> => disownTopicsOf(db, memberId);
