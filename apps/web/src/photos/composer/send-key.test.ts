import { expect, test } from 'vitest';
import { sendKey } from './stored-draft.ts';

const post = {
  title: 'Dusk',
  description: '',
  location_name: '',
  category: 'Painting',
  license: '' as const,
  audience: '' as const,
  warning: '',
  publish_at: '',
  series_id: '',
  challenge_id: '',
  showsCamera: false,
  isComparison: false,
  images: [
    { id: 'a', alt: 'A wall' },
    { id: 'b', alt: '' },
  ],
};
const first = sendKey(null, post);

test('an unchanged post keeps its idempotency key', () => {
  expect(sendKey(first, { ...post, images: post.images.map((image) => ({ ...image })) }).key).toBe(first.key);
});

test.each([
  ['title', { title: 'Dawn' }],
  ['description', { description: 'At last' }],
  ['location', { location_name: 'Nsukka' }],
  ['category', { category: '' }],
  ['licence', { license: 'CC0-1.0' as const }],
  ['audience', { audience: 'me' as const }],
  ['time', { publish_at: '2027-01-02T03:04' }],
  ['series', { series_id: 's1' }],
  ['choice to show the camera', { showsCamera: true }],
  ['choice to compare the images', { isComparison: true }],
  ['images', { images: post.images.slice(0, 1) }],
  ['order of the images', { images: post.images.toReversed() }],
  [
    'alt text',
    {
      images: [
        { id: 'a', alt: 'A painted wall' },
        { id: 'b', alt: '' },
      ],
    },
  ],
])('a changed %s gets a new key', (_, change) => {
  expect(sendKey(first, { ...post, ...change }).key).not.toBe(first.key);
});
