import { expect, test } from 'vitest';
import { numberAfterKey, numberAt, numberOfTick, shareOf, ticksOf } from './position-ticks.tsx';

test('the first post is at the top of the rail and the last at the bottom', () => {
  expect(shareOf(1, 40)).toBe(0);
  expect(shareOf(40, 40)).toBe(1);
  expect(numberAt(0, 40)).toBe(1);
  expect(numberAt(1, 40)).toBe(40);
});

test('every post number maps to a share of the rail and back', () => {
  for (const last of [1, 2, 7, 400])
    for (let number = 1; number <= last; number += 1) expect(numberAt(shareOf(number, last), last)).toBe(number);
});

test('dragging beyond an end of the rail chooses the post at that end', () => {
  expect(numberAt(-3, 40)).toBe(1);
  expect(numberAt(1.5, 40)).toBe(40);
});

test('a topic of one post has one mark', () => {
  expect(ticksOf(1)).toBe(1);
  expect(numberOfTick(0, 1)).toBe(1);
  expect(shareOf(1, 1)).toBe(0);
});

test('a long topic has forty marks from first to last post', () => {
  expect(ticksOf(5_000)).toBe(40);
  expect(numberOfTick(0, 5_000)).toBe(1);
  expect(numberOfTick(39, 5_000)).toBe(5_000);
});

test('keys move the position by one post, by a tenth of the topic or to an end, but never beyond', () => {
  expect(numberAfterKey('ArrowDown', 12, 40)).toBe(13);
  expect(numberAfterKey('ArrowUp', 1, 40)).toBe(1);
  expect(numberAfterKey('PageDown', 12, 5_000)).toBe(512);
  expect(numberAfterKey('PageDown', 38, 40)).toBe(40);
  expect(numberAfterKey('Home', 12, 40)).toBe(1);
  expect(numberAfterKey('End', 12, 40)).toBe(40);
  expect(numberAfterKey('a', 12, 40)).toBeUndefined();
});
