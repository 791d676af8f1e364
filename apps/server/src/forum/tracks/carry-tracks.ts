import type { Statements } from '../../platform/db/database.ts';
import { addTracksOfMerged, addTracksOfSplit, removeTracksOfTopic } from './queries.ts';

/** Moved posts, by their old numbers in order. */
interface Move {
  from: string;
  to: string;
  numbers: readonly number[];
}

/** Copies follows, mutes and read positions to a topic that is split off. */
export async function carryTracksToSplit(tx: Statements, move: Move): Promise<void> {
  await addTracksOfSplit(tx, move);
}

/**
 * Moves follows and read positions to the target of a merge. Members who mute the target do not follow it. Moved posts stay read only for members
 * who have read the target completely, because its posts come first. Call it before the posts move.
 */
export async function carryTracksToMerged(tx: Statements, move: Move & { behind: number }): Promise<void> {
  await addTracksOfMerged(tx, move);
  await removeTracksOfTopic(tx, move.from);
}
