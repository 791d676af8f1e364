import type { Statements } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { removeMentionsOf } from './queries.ts';

export const eraseMentions = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeMentionsOf(db, memberId));
