import { expect, test } from 'vitest';
import { linksIn } from './links-in.ts';

test('a link is reduced to host and path', () => {
  for (const text of [
    'https://Shop.example/now',
    'See http://www.shop.example/now/, quick',
    '[x](https://shop.example/now?ref=7#top)',
    'www.shop.example/now!',
  ])
    expect(linksIn(text, 'mbari.example')).toEqual(['shop.example/now']);
});

test('text that only resembles a link and links to the community itself are skipped', () => {
  expect(linksIn('We met at 9.30 in the yard.Then e.g. this https:// and http://localhost/x', 'mbari.example')).toEqual([]);
  expect(linksIn('https://mbari.example/post/1 https://mbari.example', 'mbari.example')).toEqual([]);
});

test('at most twenty links of a text and three hundred characters of each are read', () => {
  const many = Array.from({ length: 40 }, (_, n) => `https://a${n}.example/${'x'.repeat(400)}`).join(' ');
  const found = linksIn(many, 'mbari.example');
  expect(found).toHaveLength(20);
  expect(Math.max(...found.map(({ length }) => length))).toBe(300);
});
