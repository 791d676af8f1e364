import type { Statements } from '../../db/database.ts';
import { allowSeconds, holdWithNeighbours, tellNeighbours } from './queries.ts';

/**
 * Holds a member and everybody whose counts change with theirs, as friends who do the same at once would else wait for each other in
 * a circle. False where somebody joined them while they were waited for: begin anew, in another transaction.
 */
export async function holdNeighbours(tx: Statements, memberId: string): Promise<boolean> {
  await allowSeconds(tx);
  const held = await holdWithNeighbours(tx, memberId);
  const there = await tellNeighbours(tx, memberId);
  return held?.who === there?.who;
}
