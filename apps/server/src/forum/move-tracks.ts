import type { Statements } from '../platform/db/database.ts';
import { upsertTracksOfMerged, deleteTracksOfTopic } from './track-queries.ts';

interface Move {
  from: string;
  to: string;
  numbers: readonly number[];
}

/**
 * Moves read positions and follows, except follows of members who muted the target. Moved posts stay read only for members who had read the
 * whole target, because its posts come first. Must run before the posts move.
 */
export async function moveTracksToMerged(tx: Statements, move: Move & { lastNumber: number }): Promise<void> {
  await upsertTracksOfMerged(tx, move);
  await deleteTracksOfTopic(tx, move.from);
}
