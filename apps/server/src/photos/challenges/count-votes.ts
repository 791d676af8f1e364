import { notifyOfChallenge } from '../../notifications/notify.ts';
import type { Database, Statements } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { queueWebhooks } from '../../platform/jobs/queue-webhooks.ts';
import { listUnannounced, setAnnounced } from './queries.ts';
import { rankPairs, rankPoints } from './ranking.ts';
import {
  findCounted,
  ignoreSuspended,
  listStoredResults,
  listTallies,
  listUncounted,
  lockUncounted,
  type Result,
  setResults,
  type Tally,
} from './vote-queries.ts';

/** Votes an entry, on average, from which a ranking is shown. */
const fewestVotes = 20;

/** Counts challenges whose voting has ended, each exactly once: a node that waited for the lock finds nothing to count. */
export async function countVotes(db: Database, signal: AbortSignal): Promise<void> {
  for (const { id } of await listUncounted(db)) {
    signal.throwIfAborted();
    await db.transaction(async (tx) => {
      const challenge = await lockUncounted(tx, id);
      if (!challenge) return;
      await ignoreSuspended(tx, id);
      await setResults(tx, id, await rank(tx, id, challenge.method));
    });
  }
}

async function rank(tx: Statements, id: string, method: 'pairs' | 'points'): Promise<Result[]> {
  const [entries, tallies] = [await listStoredResults(tx, id), await listTallies(tx, id)];
  const ids = entries.map((entry) => entry.id);
  const ranked = method === 'pairs' ? rankPairs(ids, pairsIn(tallies)) : rankPoints(ids, pointsIn(tallies));
  const votes = ranked.reduce((sum, entry) => sum + entry.votes, 0);
  const isRanked = votes >= fewestVotes * ranked.length;
  const tallyOf = method === 'pairs' ? tallyPairs(tallies) : tallyPoints(tallies);
  return ranked.map(({ id: entryId, place, score, low, high }) => ({
    ...{ id: entryId, score, low, high },
    place: isRanked ? place : null,
    tally: tallyOf.get(entryId) ?? emptyTally(method),
  }));
}

const emptyTally = (method: 'pairs' | 'points'): number[] => Array.from({ length: method === 'pairs' ? 3 : 5 }, () => 0);

/** Returns for each entry the votes won, undecided and lost. */
function tallyPairs(tallies: readonly Tally[]): Map<string, number[]> {
  const tallyOf = new Map<string, number[]>();
  const add = (id: string, index: number, votes: number): void => {
    const tally = tallyOf.get(id) ?? emptyTally('pairs');
    tally[index]! += votes;
    tallyOf.set(id, tally);
  };
  for (const { entry_id: left, other_id: right, choice, votes } of tallies) {
    if (right === null) continue;
    add(left, [1, 0, 2][choice]!, votes);
    add(right, [1, 2, 0][choice]!, votes);
  }
  return tallyOf;
}

/** Returns for each entry the votes of 1 to 5. */
function tallyPoints(tallies: readonly Tally[]): Map<string, number[]> {
  const tallyOf = new Map<string, number[]>();
  for (const { entry_id: id, choice, votes } of tallies) {
    const tally = tallyOf.get(id) ?? emptyTally('points');
    tally[choice - 1]! += votes;
    tallyOf.set(id, tally);
  }
  return tallyOf;
}

const pairsIn = (tallies: readonly Tally[]) =>
  tallies.flatMap(({ entry_id: left, other_id: right, choice, votes }) =>
    right === null
      ? []
      : {
          left_id: left,
          right_id: right,
          left_wins: choice === 1 ? votes : 0,
          right_wins: choice === 2 ? votes : 0,
          draws: choice === 0 ? votes : 0,
        },
  );

/** Sums whole numbers, which are exact in every order. */
function pointsIn(tallies: readonly Tally[]) {
  const sums = new Map<string, { entry_id: string; votes: number; sum: number; squares: number }>();
  for (const { entry_id, choice, votes } of tallies) {
    const { votes: before, sum, squares } = sums.get(entry_id) ?? { votes: 0, sum: 0, squares: 0 };
    sums.set(entry_id, { entry_id, votes: before + votes, sum: sum + choice * votes, squares: squares + choice * choice * votes });
  }
  return [...sums.values()];
}

/** Counts a finished challenge again, without storing anything. `missing`: votes that were deleted with their entries since. */
export async function compareResults(
  db: Statements,
  id: string,
): Promise<{ entries: number; votes: number; missing: number; different: number }> {
  const challenge = isId(id) ? await findCounted(db, id) : undefined;
  if (!challenge) throw new Error('There is no challenge with results and this ID.');
  const [stored, again] = [
    new Map((await listStoredResults(db, id)).map((entry) => [entry.id, entry])),
    await rank(db, id, challenge.method),
  ];
  const isSame = (entry: Result): boolean => {
    const before = stored.get(entry.id);
    const isTallied = String(before?.tally) === String(entry.tally);
    return isTallied && (['place', 'score', 'low', 'high'] as const).every((key) => before?.[key] === entry[key]);
  };
  const votes = again.flatMap(({ tally }) => tally).reduce((sum, n) => sum + n, 0) / (challenge.method === 'pairs' ? 2 : 1);
  return {
    entries: again.length,
    votes,
    missing: challenge.votes_count - votes,
    different: again.filter((entry) => !isSame(entry)).length,
  };
}

/** Counts votes of challenges that have ended, and notifies members of starts and results. Safe to interrupt and to repeat. */
export const advanceChallenges: Task = async (_payload, { context: { db }, signal }) => {
  await countVotes(db, signal);
  for (const { id, type } of await listUnannounced(db)) {
    await notifyOfChallenge(db, { id, type }, signal);
    await db.transaction(async (tx) => {
      const isFirst = (await setAnnounced(tx, id, type)) === 1;
      if (isFirst && type === 'challenge_results') await queueWebhooks(tx, 'challenge_ended', { challenge_id: id });
    });
  }
};
