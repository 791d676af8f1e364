/** Estimates of a challenge's results. Every sum has a fixed order, so a recount of the same votes gives the same bits. */

export interface Ranked {
  id: string;
  /** Entries that the votes cannot tell apart share a place: 1, 2, 2, 4. */
  place: number;
  /** Pairs: how many of 100 pairs the entry would win against an average one. Points: 1 to 5. */
  score: number;
  /** Bounds of the 90 % interval. */
  low: number;
  high: number;
  votes: number;
}

export interface PairTally {
  left_id: string;
  right_id: string;
  left_wins: number;
  right_wins: number;
  /** "Cannot decide" is half a win for each. */
  draws: number;
}

/** Ranks by the Bradley–Terry model. */
export function rankPairs(entryIds: readonly string[], tallies: readonly PairTally[]): Ranked[] {
  const ids = entryIds.toSorted();
  const entries = collectPairs(ids, tallies);
  const strengths = fitStrengths(entries);
  return assignPlaces(
    ids.map((id, index) => {
      const strength = strengths[index]!;
      const spread = z90 * standardError(entries, strengths, index);
      const score = percentOf(strength);
      const [low, high] = [percentOf(strength * Math.exp(-spread)), percentOf(strength * Math.exp(spread))];
      return { id, score, low, high, votes: entries[index]!.votes };
    }),
  );
}

export interface PointsTally {
  entry_id: string;
  votes: number;
  sum: number;
  squares: number;
}

/** Ranks by mean points. A mean of few votes is pulled towards the mean of all. */
export function rankPoints(entryIds: readonly string[], tallies: readonly PointsTally[]): Ranked[] {
  const tallyOf = new Map(tallies.map((tally) => [tally.entry_id, tally]));
  const entries = entryIds.toSorted().map((id) => tallyOf.get(id) ?? { entry_id: id, votes: 0, sum: 0, squares: 0 });
  const votes = entries.reduce((total, entry) => total + entry.votes, 0);
  const mean = votes === 0 ? middlePoints : entries.reduce((total, { sum }) => total + sum, 0) / votes;
  const within = entries.reduce((total, { squares, sum, votes: n }) => total + (n === 0 ? 0 : squares - (sum * sum) / n), 0);
  const voted = entries.filter(({ votes: n }) => n > 0).length;
  const variance = votes > voted ? within / (votes - voted) : 1;
  return assignPlaces(
    entries.map(({ entry_id: id, votes: n, sum }) => {
      const score = (sum + meanVotes * mean) / (n + meanVotes);
      const spread = z90 * Math.sqrt(variance / (n + meanVotes));
      return { id, score, low: Math.max(score - spread, 1), high: Math.min(score + spread, 5), votes: n };
    }),
  );
}

const z90 = 1.6448536269514722;

const middlePoints = 3;

/** Weight of the mean of all, in votes. */
const meanVotes = 5;

/** Every entry also drew once with an entry of strength 1, so that one without a lost pair has a finite strength. */
const priorWins = 0.5;

interface Entry {
  wins: number;
  votes: number;
  /** Index of each opponent, with the number of pairs. */
  opponents: [number, number][];
}

function collectPairs(ids: readonly string[], tallies: readonly PairTally[]): Entry[] {
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const met = ids.map(() => new Map<number, number>());
  const wins = ids.map(() => 0);
  for (const { left_id, right_id, left_wins, right_wins, draws } of tallies) {
    const [left, right] = [indexOf.get(left_id)!, indexOf.get(right_id)!];
    const pairs = left_wins + right_wins + draws;
    met[left]!.set(right, (met[left]!.get(right) ?? 0) + pairs);
    met[right]!.set(left, (met[right]!.get(left) ?? 0) + pairs);
    // Multiples of a half have exact sums in every order.
    wins[left]! += left_wins + draws / 2;
    wins[right]! += right_wins + draws / 2;
  }
  return ids.map((_id, index) => {
    const opponents = [...met[index]!].toSorted(([a], [b]) => a - b);
    return { wins: wins[index]!, votes: opponents.reduce((sum, [, pairs]) => sum + pairs, 0), opponents };
  });
}

/** Returns the posterior mode by minorization–maximization (Hunter 2004). */
function fitStrengths(entries: readonly Entry[]): number[] {
  let strengths = entries.map(() => 1);
  for (let round = 0; round < 10_000; round += 1) {
    const next = entries.map(({ wins, opponents }, index) => {
      const own = strengths[index]!;
      let expected = (2 * priorWins) / (own + 1);
      for (const [opponent, pairs] of opponents) expected += pairs / (own + strengths[opponent]!);
      return (wins + priorWins) / expected;
    });
    const change = next.reduce((largest, value, index) => Math.max(largest, Math.abs(Math.log(value / strengths[index]!))), 0);
    strengths = next;
    if (change < 1e-9) break;
  }
  return strengths;
}

/** Diagonal of the inverse information matrix of the log strengths, to the second term of its Neumann series: the inverse itself is cubic. */
function standardError(entries: readonly Entry[], strengths: readonly number[], index: number): number {
  const own = informationOf(entries, strengths, index);
  let variance = 1 / own;
  for (const [opponent, pairs] of entries[index]!.opponents) {
    const shared = pairs * informationOfPair(strengths[index]!, strengths[opponent]!);
    variance += (shared * shared) / (own * own * informationOf(entries, strengths, opponent));
  }
  return Math.sqrt(variance);
}

function informationOf(entries: readonly Entry[], strengths: readonly number[], index: number): number {
  const own = strengths[index]!;
  let information = 2 * priorWins * informationOfPair(own, 1);
  for (const [opponent, pairs] of entries[index]!.opponents) information += pairs * informationOfPair(own, strengths[opponent]!);
  return information;
}

const informationOfPair = (a: number, b: number): number => (a * b) / ((a + b) * (a + b));

const percentOf = (strength: number): number => (100 * strength) / (1 + strength);

/** An entry shares the place of the first one on that place if each lies within the other's interval. */
function assignPlaces(entries: readonly Omit<Ranked, 'place'>[]): Ranked[] {
  const sorted = entries.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  let first = sorted[0];
  let place = 1;
  return sorted.map((entry, index) => {
    if (first && (entry.score < first.low || first.score > entry.high)) [first, place] = [entry, index + 1];
    return { place, ...entry };
  });
}
