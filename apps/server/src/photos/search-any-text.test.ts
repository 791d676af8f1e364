/** @module-tag sampled */
import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { asksAll, seed } from '../testing/daily-share.ts';
import { addTestPhoto } from '../testing/posts.ts';

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  member = await addTestMember(app);
});
afterAll(() => app.close());

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const blocks = [
  [0x20, 0x7e],
  [0x61, 0x7a],
  [0xa0, 0x24f],
  [0x250, 0x2ff],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x590, 0x6ff],
  [0x900, 0xdff],
  [0x1200, 0x137f],
  [0x1e00, 0x1fff],
  [0x2000, 0x2bff],
  [0x3000, 0x30ff],
  [0x4e00, 0x4fff],
  [0xa640, 0xa7ff],
  [0xac00, 0xacff],
  [0xfb00, 0xfdff],
  [0xfe00, 0xffef],
  [0x1d400, 0x1d7ff],
  [0x1f300, 0x1f6ff],
  [0x20, 0x10ffff],
] as const;
const orders = [
  "'",
  '"',
  '\\',
  ':*',
  ' & ',
  ' | ',
  '!',
  '(',
  ')',
  '<->',
  '%',
  '_',
  '--',
  ';',
  '$1',
  '\u0301',
  '\u0323',
  '\u200d',
  '\u202e',
  ' ',
];

function anyText(random: () => number, most: number): string {
  let text = '';
  const length = 1 + Math.floor(random() * most);
  for (let n = 0; n < length; n += 1) {
    if (random() < 0.2) text += orders[Math.floor(random() * orders.length)]!;
    else if (random() < 0.15) text += ' ';
    else {
      const [from, to] = blocks[Math.floor(random() * blocks.length)]!;
      const code = from + Math.floor(random() * (to - from + 1));
      if (code < 0xd800 || code > 0xdfff) text += String.fromCodePoint(code);
    }
  }
  return [...text].slice(0, most).join('');
}

const search = (text: string, more = '') =>
  app.call('GET', `/photos?per_page=50&search=${encodeURIComponent(text)}${more}`, { token: member.token });

test('a search for any text succeeds', async () => {
  const random = seeded(seed);
  for (let n = 0; n < (asksAll ? 400 : 50); n += 1) {
    const text = anyText(random, limits.search + 20);
    const { status } = await search(
      text,
      n % 5 === 0 ? `&category=${encodeURIComponent(anyText(random, 70))}&username=${encodeURIComponent(anyText(random, 25))}` : '',
    );
    expect([200, 422], JSON.stringify(text)).toContain(status);
  }
});

test('a search for any word of a title, or its beginning, finds the post', async () => {
  const random = seeded(seed + 1);
  for (let n = 0; n < (asksAll ? 120 : 15); n += 1) {
    const title = anyText(random, 60).normalize('NFC').trim();
    // U+A7F1 decomposes since Unicode 17, which some databases do not know yet.
    if (!title || /[\ua7f1\0-\u001f\u007f\u2028\u2029]/.test(title)) continue;
    const post = await addTestPhoto(app, member, { title, description: null });
    const words = title.split(/\s+/u);
    for (const word of new Set([...words, title])) {
      // Quotation marks and a leading minus are search operators.
      if (/(?:^|\s)[-−–"“”„‟«»＂]/u.test(word)) continue;
      const beginning = [...word].slice(0, limits.search);
      for (const typed of [beginning.join(''), beginning.slice(0, Math.ceil(beginning.length / 2)).join(''), word.normalize('NFD')]) {
        if ([...typed].length > limits.search) continue;
        const { status, json } = await search(typed);
        expect([status, json.errors], JSON.stringify(typed)).toEqual([200, undefined]);
        expect(
          json.data.some(({ id }: { id: string }) => id === post.id),
          `${JSON.stringify(typed)} finds ${JSON.stringify(title)}`,
        ).toBe(true);
      }
    }
  }
});
