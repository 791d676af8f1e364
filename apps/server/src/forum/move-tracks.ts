import type { Statements } from '../platform/db/database.ts';
import { upsertTracksOfMerged, deleteTracksOfTopic } from './track-queries.ts';

interface Move {
  from: string;
  to: string;
  numbers: readonly number[];
}

/**
 * Members who mute the target do not follow it. Only members who have read the whole target keep moved posts as read, because the
 * target's posts come first. Must run before the posts move.
 */
export async function moveTracksToMerged(tx: Statements, move: Move & { lastNumber: number }): Promise<void> {
  await upsertTracksOfMerged(tx, move);
  await deleteTracksOfTopic(tx, move.from);
}
