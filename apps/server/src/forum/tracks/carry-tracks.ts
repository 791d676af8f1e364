import type { Statements } from '../../platform/db/database.ts';
import { addTracksOfMerged, addTracksOfSplit, removeTracksOfTopic } from './queries.ts';

interface Move {
  from: string;
  to: string;
  numbers: readonly number[];
}

export async function carryTracksToSplit(tx: Statements, move: Move): Promise<void> {
  await addTracksOfSplit(tx, move);
}

/**
 * Members who mute the target do not follow it. Moved posts stay read only for members who have read all of the target, because its posts come
 * first. Must run before the posts move.
 */
export async function carryTracksToMerged(tx: Statements, move: Move & { behind: number }): Promise<void> {
  await addTracksOfMerged(tx, move);
  await removeTracksOfTopic(tx, move.from);
}
