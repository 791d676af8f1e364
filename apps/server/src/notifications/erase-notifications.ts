import type { Statements } from '../platform/db/database.ts';
import { inBatches } from '../platform/db/in-batches.ts';
import { removeNotificationsOf } from './queries.ts';

export const eraseNotifications = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeNotificationsOf(db, memberId));
