import type { ForumPost } from '@mbari/contract/forum/posts';
import { describe, expect, test } from 'vitest';
import { currentNumber } from '~/forum/topics/current-number.ts';
import { numberAfterKey, numberAt, numberOfTick, shareOf, ticksOf } from '~/forum/topics/position-ticks.tsx';
import { changesBetween } from './text-changes.ts';
import { isLoaded, nearest, pageStart, postsIn } from './use-post-window.ts';
import { firstInView, lastSeen, type Placed, postBeingRead, type View } from './use-reading-position.ts';

describe('post window', () => {
  const posts = (...numbers: number[]) => numbers.map((number) => ({ id: `post-${number}`, number }) as ForumPost);
  const numbersOf = (found: readonly ForumPost[]) => found.map(({ number }) => number);
  const middle = { first: false, last: false };

  test('overlapping pages show each post once, by number', () => {
    expect(numbersOf(postsIn({ pages: [{ data: posts(3, 4) }, { data: posts(4, 5) }, { data: posts(1, 2) }] }))).toEqual([1, 2, 3, 4, 5]);
    expect(postsIn(undefined)).toEqual([]);
  });

  test('a deleted post’s number between loaded posts counts as loaded', () => {
    expect(isLoaded(posts(10, 12), 11, middle)).toBe(true);
    expect(nearest(posts(10, 12), 11)?.number).toBe(12);
  });

  test('a number outside the loaded posts counts as loaded only beyond the topic’s first or last post', () => {
    expect(isLoaded(posts(10, 12), 9, middle)).toBe(false);
    expect(isLoaded(posts(10, 12), 13, middle)).toBe(false);
    expect(isLoaded(posts(2, 12), 1, { first: true, last: false })).toBe(true);
    expect(isLoaded(posts(2, 12), 13, { first: false, last: true })).toBe(true);
    expect(isLoaded([], 1, { first: true, last: true })).toBe(false);
  });

  test('the last post is nearest to a number past the end', () => {
    expect(nearest(posts(10, 12), 99)?.number).toBe(12);
    expect(nearest([], 1)).toBeUndefined();
  });

  test('a page near the end of a topic starts early enough to be full', () => {
    expect([pageStart(1, 5), pageStart(5, 5), pageStart(50, 100), pageStart(99, 100), pageStart(500, 100)]).toEqual([1, 1, 50, 81, 81]);
  });
});

describe('reading position', () => {
  /** Posts of 100 px from `top`; the window shows 64 to 764 px. */
  const posts = (first: number, count: number, top: number) => (index: number) => {
    if (index >= count) throw new Error('There is no such post');
    return { number: first + index, top: top + index * 100, bottom: top + index * 100 + 100 } satisfies Placed;
  };
  const view = (remaining = Number.POSITIVE_INFINITY): View => ({ top: 64, bottom: 764, left: remaining });

  test('the post at the upper edge is current', () => {
    expect(postBeingRead(20, posts(30, 20, 64), view())).toBe(30);
    expect(postBeingRead(20, posts(30, 20, 64 - 350), view())).toBe(33);
  });

  test('a post with only one line below the header is no longer current', () => {
    expect(postBeingRead(20, posts(30, 20, 64 - 90), view())).toBe(31);
  });

  test('each of the last posts becomes current at the end of a topic', () => {
    const read = [700, 600, 500, 400, 300, 200, 100, 0].map((left) => postBeingRead(20, posts(21, 20, 764 - 2_000 + left), view(left)));
    expect(read.at(-1)).toBe(40);
    expect([...read].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(read);
    expect(new Set(read).size).toBe(read.length);
  });

  test('no post is current without loaded posts', () => {
    expect(postBeingRead(0, posts(1, 0, 0), view())).toBeUndefined();
    expect(lastSeen(0, posts(1, 0, 0), view())).toBeUndefined();
  });

  test('a post counts as seen once its end is in view, and not while it starts at the lower edge', () => {
    expect(lastSeen(20, posts(30, 20, 64), view())).toBe(36);
    expect(lastSeen(5, posts(30, 5, 64), view())).toBe(34);
    expect(lastSeen(20, posts(30, 20, 900), view())).toBeUndefined();
  });

  test('the first post in view is the first with any part below the header', () => {
    expect(firstInView(20, posts(30, 20, 64 - 99), view())).toBe(30);
    expect(firstInView(20, posts(30, 20, 64 - 100), view())).toBe(31);
    expect(firstInView(0, posts(1, 0, 0), view())).toBeUndefined();
  });

  test('a post longer than the window counts as seen once it fills the window', () => {
    const long = (index: number) => ({ number: 7 + index, top: index === 0 ? 0 : 3_000, bottom: index === 0 ? 3_000 : 3_100 });
    expect(lastSeen(2, long, view())).toBe(7);
  });
});

const marked = (earlier: string, later: string): string =>
  changesBetween(earlier, later)
    .map(({ text, kind }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('');

test.each([
  ['as it was', 'as it was', 'as it was'],
  ['It does with wax.', 'It does with clay.', 'It does with [-wax-][+clay+].'],
  ['One three', 'One two three', 'One [+two +]three'],
  ['One two three', 'One three', 'One [-two -]three'],
  ['Ẹ ṣé o', 'Ẹ kú o', 'Ẹ [-ṣé-][+kú+] o'],
  ['', 'New', '[+New+]'],
  ['Old', '', '[-Old-]'],
])('words change from “%s” to “%s”', (earlier, later, expected) => expect(marked(earlier, later)).toBe(expected));

test('the changes contain both texts completely, however different', () => {
  const text = (word: string) => Array.from({ length: 4_000 }, (_, index) => `${word}${index % 7}`).join(' ');
  for (const [earlier, later] of [
    [text('a'), text('b')],
    ['a b c d e', 'e d c b a'],
  ] as const) {
    const changes = changesBetween(earlier, later);
    const without = (gone: string) =>
      changes
        .filter(({ kind }) => kind !== gone)
        .map((change) => change.text)
        .join('');
    expect([without('added'), without('removed')]).toEqual([earlier, later]);
  }
});

test('subscribers are notified only when the current number changes', () => {
  const current = currentNumber(7);
  const seenNumbers: number[] = [];
  const end = current.subscribe(() => seenNumbers.push(current.get()));
  for (const number of [7, 8, 8, 9]) current.set(number);
  end();
  current.set(10);
  expect(seenNumbers).toEqual([8, 9]);
  expect(current.get()).toBe(10);
});

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
