import { describe, expect, test } from 'vitest';
import { bandAround, rowsInWindow } from './wall-rows.tsx';

/** Tops of 1000 rows of 400 px, then the end of the wall. */
const tops = Array.from({ length: 1001 }, (_, row) => row * 400);
const numbers = (rows: { row: number }[]): number[] => rows.map(({ row }) => row);

describe('the band', () => {
  test('the band reaches the given number of windows up and down', () => {
    expect(bandAround(4000, 800, 2)).toEqual({ from: 2400, to: 6400 });
  });
  test('the band moves in steps of half a window and always includes the window', () => {
    const bands = Array.from({ length: 400 }, (_, px) => bandAround(4000 + px, 800, 0));
    expect(new Set(bands.map(({ from, to }) => `${from} ${to}`)).size).toBeLessThanOrEqual(2);
    bands.forEach(({ from, to }, px) => {
      expect(from).toBeLessThanOrEqual(4000 + px);
      expect(to).toBeGreaterThanOrEqual(4800 + px);
    });
  });
  test('a window above the wall gets a band that begins above the wall', () => {
    const { from, to } = bandAround(-200, 800, 0);
    expect([from, to]).toEqual([-400, 800]);
  });
});

describe('the rendered rows', () => {
  test('rows in the band and the first row are rendered', () => {
    expect(numbers(rowsInWindow(tops, { from: 4100, to: 5300 }))).toEqual([0, 10, 11, 12, 13]);
    expect(numbers(rowsInWindow(tops, { from: 4000, to: 5200 }))).toEqual([0, 10, 11, 12]);
  });
  test('a band beyond an end of the wall renders the rows at that end', () => {
    expect(numbers(rowsInWindow(tops, { from: -900, to: 500 }))).toEqual([0, 1]);
    expect(numbers(rowsInWindow(tops, { from: 399_000, to: 500_000 }))).toEqual([0, 997, 998, 999]);
    expect(numbers(rowsInWindow(tops, { from: 500_000, to: 600_000 }))).toEqual([0]);
  });
  test('rendered rows and gaps keep their positions', () => {
    for (const focused of [-1, 0, 7, 500, 999]) {
      let y = 0;
      for (const { row, gapAbove } of rowsInWindow(tops, { from: 4100, to: 5300 }, focused)) {
        y += gapAbove;
        expect(y).toBe(tops[row]);
        y += 400;
      }
    }
  });
  test('the focused row and its neighbours are always rendered', () => {
    expect(numbers(rowsInWindow(tops, { from: 40_000, to: 40_800 }, 5))).toEqual([0, 4, 5, 6, 100, 101]);
    expect(numbers(rowsInWindow(tops, { from: 0, to: 800 }, 999))).toEqual([0, 1, 998, 999]);
    expect(numbers(rowsInWindow(tops, { from: 0, to: 800 }, 0))).toEqual([0, 1]);
  });
  test('an empty wall renders no rows', () => {
    expect(rowsInWindow([0], { from: 0, to: 800 })).toEqual([]);
    expect(rowsInWindow([0], { from: 0, to: 800 }, 3)).toEqual([]);
  });
  test('rows of different heights are rendered if they overlap the band', () => {
    const unlike = [0, 100, 900, 1000, 3000, 3100];
    expect(numbers(rowsInWindow(unlike, { from: 950, to: 1001 }))).toEqual([0, 2, 3]);
  });
});
