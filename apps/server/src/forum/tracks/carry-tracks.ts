import type { Statements } from '../../platform/db/database.ts';
import { addTracksOfMerged, addTracksOfSplit, removeTracksOfTopic } from './queries.ts';

/** Posts that move, by their numbers in the topic that they come from, in their order. */
interface Move {
  from: string;
  to: string;
  numbers: readonly number[];
}

/** Whoever follows, mutes or has read a topic does so with the one that is split from it. */
export async function carryTracksToSplit(tx: Statements, move: Move): Promise<void> {
  await addTracksOfSplit(tx, move);
}

/**
 * Whoever follows a topic that is merged follows the other one, unless they mute it. What they read stays read, if they have read the other one,
 * too: its posts stand before. Asked before the posts move behind its last number.
 */
export async function carryTracksToMerged(tx: Statements, move: Move & { behind: number }): Promise<void> {
  await addTracksOfMerged(tx, move);
  await removeTracksOfTopic(tx, move.from);
}
