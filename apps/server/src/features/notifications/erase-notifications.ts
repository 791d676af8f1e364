import type { Statements } from '../../db/database.ts';
import { removeNotificationsOf } from './queries.ts';

/** Takes away a batch of the notifications to a closed account or about it. Answers how many; 0 when none are left. */
export const eraseNotifications = (db: Statements, memberId: string): Promise<number> => removeNotificationsOf(db, memberId);
