import { expect, test } from 'vitest';
import { type PairTally, rankPairs, rankPoints } from './ranking.ts';

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
