import { expect, test } from 'vitest';
import { bookletSheets } from './catalogue.tsx';

test('sheets laid into each other and folded have their pages in order', () => {
  expect(bookletSheets(8)).toEqual([
    [7, 0],
    [1, 6],
    [5, 2],
    [3, 4],
  ]);
});

test('a booklet is filled up with empty pages to whole sheets', () => {
  expect(bookletSheets(5)).toHaveLength(4);
  expect(bookletSheets(1)).toEqual([
    [3, 0],
    [1, 2],
  ]);
  expect(bookletSheets(0)).toEqual([]);
});
