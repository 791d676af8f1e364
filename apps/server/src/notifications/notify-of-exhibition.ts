import { setTimeout } from 'node:timers/promises';
import type { Database } from '../platform/db/database.ts';
import { lowestId, newId } from '../platform/ids.ts';
import { insertExhibitionNotifications } from './exhibition-queries.ts';
import { followersPerBatch } from './forum-queries.ts';
import { batchPause } from './notify-of-forum-posts.ts';

/** Notifies the curators' followers and the artists of an exhibition that opened, in batches. */
export async function notifyOfExhibition(db: Database, exhibitionId: string, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined = lowestId; after !== undefined;) {
    signal.throwIfAborted();
    const ids = Array.from({ length: followersPerBatch }, () => newId());
    after = await insertExhibitionNotifications(db, exhibitionId, { after, ids });
    db.hint('notifications');
    if (after !== undefined) await setTimeout(batchPause, undefined, { signal });
  }
}
