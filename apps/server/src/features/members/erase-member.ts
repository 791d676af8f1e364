import type { Statements } from '../../db/database.ts';
import { removeErased } from './queries.ts';

/** The last of an account whose erasing has begun: its row, and with it sessions, keys and whatever else is bound to it. Name and address are free again. */
export const eraseMember = (db: Statements, memberId: string): Promise<number> => removeErased(db, memberId);
