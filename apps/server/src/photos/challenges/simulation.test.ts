/** @module-tag world */
import { expect, test } from 'vitest';
import { type PairTally, type Ranked, rankPairs } from './ranking.ts';
import { type Pair, pairUp } from './vote.ts';

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
const generator = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let n = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n;
  return ((n ^ (n >>> 14)) >>> 0) / 2 ** 32;
};

const entriesCount = 500;
const honestVoters = 1_000;
const pairsEach = 10;
const mostPairs = 100;

interface Simulated {
  quality: Map<string, number>;
  ranked: Ranked[];
  views: number[];
}

/**
 * Simulates a challenge. Voters choose by the Bradley–Terry model from qualities with the standard deviation `sigma`, on the scale on which one
 * unit is odds of e : 1. Colluders do the same, except that they always choose the entry `target`.
 */
function simulate(sigma: number, { seed = 1, colluders = 0, colluderPairs = pairsEach, target = '' } = {}): Simulated {
  const random = generator(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const quality = new Map(Array.from({ length: entriesCount }, (_, n) => [`entry-${String(n).padStart(3, '0')}`, sigma * normal()]));
  const ids = [...quality.keys()];
  const views = new Map(ids.map((id) => [id, 0]));
  const turn = new Map(ids.map((id) => [id, random()]));
  const tallies: PairTally[] = [];
  const voters = Array.from({ length: honestVoters + colluders }, (_, n) => ({
    isColluder: n >= honestVoters,
    at: random(),
    had: [] as Pair[],
  }));
  const visits = voters.flatMap((voter) =>
    Array.from({ length: (voter.isColluder ? colluderPairs : pairsEach) / pairsEach }, () => ({ voter, at: random() })),
  );
  for (const { voter } of visits.toSorted((a, b) => a.at - b.at)) {
    const order = ids.toSorted((a, b) => views.get(a)! - views.get(b)! || turn.get(a)! - turn.get(b)!).slice(0, 60);
    for (const pair of pairUp(order, voter.had, { count: pairsEach, random })) {
      voter.had.push(pair);
      for (const id of [pair.left_id, pair.right_id]) {
        views.set(id, views.get(id)! + 1);
        turn.set(id, random());
      }
      const isTarget = voter.isColluder && (pair.left_id === target || pair.right_id === target);
      const difference = quality.get(pair.left_id)! - quality.get(pair.right_id)!;
      const honest = random() < 1 / (1 + Math.exp(-difference));
      const isLeft = isTarget ? pair.left_id === target : honest;
      tallies.push({ ...pair, left_wins: Number(isLeft), right_wins: Number(!isLeft), draws: 0 });
    }
  }
  return { quality, ranked: rankPairs(ids, tallies), views: [...views.values()] };
}

function kendallTau({ quality, ranked }: Simulated): number {
  const order = ranked.map(({ id }) => quality.get(id)!);
  let sum = 0;
  for (const [index, first] of order.entries()) for (const second of order.slice(index + 1)) sum += Math.sign(first - second);
  return sum / ((order.length * (order.length - 1)) / 2);
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

/** Share of entries whose interval contains the true score. */
function coverage({ quality, ranked }: Simulated): number {
  const centre = mean([...quality.values()]);
  return mean(
    ranked.map(({ id, low, high }) => {
      const score = 100 / (1 + Math.exp(centre - quality.get(id)!));
      return Number(low <= score && score <= high);
    }),
  );
}

const seeds = [1, 2, 3];

test.each([
  [0.5, 0.6],
  [1, 0.75],
  [2, 0.84],
])('500 entries, 1,000 voters, 40 pairs an entry, standard deviation of quality %d: Kendall tau at least %d', (sigma, least) => {
  const runs = seeds.map((seed) => simulate(sigma, { seed }));
  const taus = runs.map(kendallTau);
  const covered = mean(runs.map(coverage));
  const spread = runs.map(({ views }) => [Math.min(...views), Math.max(...views)]);
  console.log(
    `sigma ${sigma}: tau ${taus.map((tau) => tau.toFixed(3)).join(', ')}; 90 % intervals cover ${(100 * covered).toFixed(1)} %; views ${spread.join(' ')}`,
  );
  expect(mean(taus)).toBeGreaterThan(least);
  for (const [fewest, most] of spread) expect(most! - fewest!).toBeLessThanOrEqual(2);
  expect(Math.abs(covered - 0.9)).toBeLessThan(0.04);
});

test.each([
  [pairsEach, 100],
  [mostPairs, 350],
])('50 colluding accounts with %d pairs each move an entry by fewer than %d of 500 places', (colluderPairs, most) => {
  for (const rank of [20, 250, 480]) {
    const moved = seeds.map((seed) => {
      // The same pairs and the same random numbers, so that only the colluders' choices of the target differ.
      const honest = simulate(1, { seed, colluders: 50, colluderPairs });
      const target = [...honest.quality].toSorted(([, a], [, b]) => b - a)[rank]![0];
      const rankIn = ({ ranked }: Simulated): number => ranked.findIndex(({ id }) => id === target);
      return rankIn(honest) - rankIn(simulate(1, { seed, colluders: 50, colluderPairs, target }));
    });
    console.log(`50 colluders, ${colluderPairs} pairs each, true rank ${rank}: moved up ${moved.join(', ')} of 500 places`);
    expect(Math.max(...moved)).toBeLessThan(most);
  }
});
