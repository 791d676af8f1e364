import { describe, expect, test } from 'vitest';
import { type PairTally, type Ranked, rankPairs, rankPoints } from './ranking.ts';
import { type Pair, pairUp } from './vote.ts';

describe('ranks', () => {
  const tally = (left_id: string, right_id: string, left_wins: number, right_wins: number, draws = 0): PairTally => ({
    ...{ left_id, right_id, left_wins, right_wins, draws },
  });
  const logit = (score: number): number => Math.log(score / (100 - score));

  test('two entries differ by the logarithm of their wins', () => {
    const [first, second] = rankPairs(['a', 'b'], [tally('a', 'b', 3_000, 1_000)]);
    expect([first!.id, first!.votes]).toEqual(['a', 4_000]);
    expect(logit(first!.score) - logit(second!.score)).toBeCloseTo(Math.log(3), 2);
  });

  test('three entries have the strengths 4, 2 and 1 that explain their wins', () => {
    const ranked = rankPairs(
      ['c', 'b', 'a'],
      [tally('a', 'b', 20_000, 10_000), tally('b', 'c', 20_000, 10_000), tally('c', 'a', 6_000, 24_000)],
    );
    expect(ranked.map(({ id, place }) => [id, place])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    const [a, b, c] = ranked.map(({ score }) => logit(score));
    expect([a! - b!, b! - c!].map((difference) => Math.exp(difference).toFixed(2))).toEqual(['2.00', '2.00']);
  });

  test('"cannot decide" is half a win for each', () => {
    const [draws, wins] = [[tally('a', 'b', 4, 0, 6)], [tally('a', 'b', 7, 3)]].map((tallies) => rankPairs(['a', 'b'], tallies));
    expect(draws).toEqual(wins);
  });

  test('an entry that won every pair has a finite score, and one without votes the average', () => {
    const ranked = rankPairs(['a', 'b', 'c'], [tally('a', 'b', 30, 0)]);
    expect(ranked.map(({ id, votes }) => [id, votes])).toEqual([
      ['a', 30],
      ['c', 0],
      ['b', 30],
    ]);
    expect(ranked[0]!.score).toBeLessThan(100);
    expect(ranked[1]!.score).toBe(50);
    expect(ranked[2]!.score).toBeGreaterThan(0);
  });

  test('entries that the votes cannot tell apart share a place, and the next place is skipped', () => {
    const tallies = [tally('a', 'b', 52, 48), tally('a', 'c', 95, 5), tally('b', 'c', 95, 5)];
    expect(rankPairs(['a', 'b', 'c'], tallies).map(({ place }) => place)).toEqual([1, 1, 3]);
  });

  test('the order in which votes and entries are read does not change a bit of the result', () => {
    const ids = Array.from({ length: 40 }, (_, n) => `entry-${n}`);
    const tallies = ids.flatMap((left, i) =>
      ids.slice(i + 1).map((right, j) => tally(left, right, (i * 7 + j) % 5, (i + j * 3) % 4, (i + j) % 2)),
    );
    const turned = tallies.map(({ left_id, right_id, left_wins, right_wins, draws }) =>
      tally(right_id, left_id, right_wins, left_wins, draws),
    );
    expect(rankPairs(ids.toReversed(), turned.toReversed())).toEqual(rankPairs(ids, tallies));
  });

  const points = (entry_id: string, given: readonly number[]) => ({
    entry_id,
    votes: given.length,
    sum: given.reduce((sum, n) => sum + n, 0),
    squares: given.reduce((sum, n) => sum + n * n, 0),
  });

  test('points: a mean of few votes is pulled towards the mean of all', () => {
    const given = Array.from({ length: 20 }, (_, n) => 3 + (n % 2));
    const ranked = rankPoints(['few', 'many', 'none'], [points('few', [5]), points('many', given)]);
    const mean = (5 + 70) / 21;
    expect(ranked.map(({ id }) => id)).toEqual(['few', 'none', 'many']);
    expect(ranked.map(({ score }) => score.toFixed(9))).toEqual([(5 + 5 * mean) / 6, mean, (70 + 5 * mean) / 25].map((n) => n.toFixed(9)));
  });

  test('points: the interval narrows with the votes and stays within the scale', () => {
    const many = Array.from({ length: 100 }, (_, n) => 4 + (n % 2));
    const [first, second] = rankPoints(['a', 'b'], [points('a', [4, 5]), points('b', many)]).toSorted((a, b) => a.votes - b.votes);
    expect(first!.high - first!.low).toBeGreaterThan(second!.high - second!.low);
    const [best] = rankPoints(['a', 'b'], [points('a', [5, 5]), points('b', [1, 5, 1, 5])]);
    expect(best!.high).toBeLessThanOrEqual(5);
  });

  test('a challenge without votes has one place for all', () => {
    expect([rankPairs(['a', 'b'], []), rankPoints(['a', 'b'], [])].flat().map(({ place }) => place)).toEqual([1, 1, 1, 1]);
    expect([rankPairs([], []), rankPoints([], [])]).toEqual([[], []]);
  });
});

describe('pairs', () => {
  const first = { random: () => 0 };

  test('neighbours meet, each once', () => {
    expect(pairUp(['a', 'b', 'c', 'd', 'e'], [], { count: 5, ...first })).toEqual([
      { left_id: 'a', right_id: 'b' },
      { left_id: 'c', right_id: 'd' },
    ]);
    expect(pairUp(['a', 'b', 'c', 'd'], [], { count: 1, random: () => 0.9 })).toEqual([{ left_id: 'b', right_id: 'a' }]);
  });

  test('a voter never gets a pair again, on whichever sides it was', () => {
    const had = [{ left_id: 'b', right_id: 'a' }];
    expect(pairUp(['a', 'b', 'c', 'd'], had, { count: 5, ...first })).toEqual([
      { left_id: 'a', right_id: 'c' },
      { left_id: 'b', right_id: 'd' },
    ]);
    expect(pairUp(['a', 'b'], had, { count: 5, ...first })).toEqual([]);
  });
});

describe('simulated challenges', { tags: ['world'] }, () => {
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
});
