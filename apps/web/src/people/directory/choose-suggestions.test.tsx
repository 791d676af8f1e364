import type { Suggestion } from '@mbari/contract/people/directory';
import { expect, test } from 'vitest';
import { chooseSuggestions } from './choose-suggestions.ts';

const suggested = (count: number): Suggestion[] =>
  Array.from({ length: count }, (_, index) => ({ id: `member-${index + 1}` }) as Suggestion);
const choose = (suggestions: Suggestion[], kept?: string[]) => chooseSuggestions(suggestions, kept).map(({ id }) => Number(id.slice(7)));

test('members who were just shown give way to others, and return when all had their turn', () => {
  expect(choose(suggested(8))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(choose(suggested(8))).toEqual([7, 8, 6, 5, 4, 3]);
  expect(choose(suggested(8)).slice(0, 2)).toEqual([2, 1]);
});

test('with few members, all are shown every time', () => {
  choose(suggested(2));
  expect(choose(suggested(2)).toSorted()).toEqual([1, 2]);
});

test('members on the screen stay there while a list is refetched', () => {
  choose(suggested(12));
  expect(choose(suggested(12), ['member-2', 'member-3', 'member-4', 'member-5', 'member-6'])).toEqual([2, 3, 4, 5, 6, 7]);
});

test('unreadable storage counts as empty', () => {
  localStorage.setItem('mbari_suggested', '{');
  expect(choose(suggested(1))).toEqual([1]);
});
