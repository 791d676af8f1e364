import type { Statements } from '../../platform/db/database.ts';
import { removeSubscriptions } from './queries.ts';

/** Browsers take messages only from the key that they subscribed with: with another signing key they must do so again. */
export const removeEverySubscription = (tx: Statements): Promise<number> => removeSubscriptions(tx);
