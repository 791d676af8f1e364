import type { Statements } from '../../platform/db/database.ts';
import { removeSubscriptions } from './queries.ts';

/** Browsers accept messages only from the key that they subscribed with, so a new signing key invalidates all subscriptions. */
export const removeEverySubscription = (tx: Statements): Promise<number> => removeSubscriptions(tx);
