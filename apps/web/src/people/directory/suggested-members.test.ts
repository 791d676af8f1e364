import type { Suggestion } from '@mbari/contract/people/directory';
import { expect, test } from 'vitest';
import { describeReason } from './suggested-members.tsx';

const words = (followed_by: string[], followed_by_count: number, shared_interests: number) =>
  describeReason({ followed_by, followed_by_count, shared_interests } as Suggestion).replaceAll(/[\u2068\u2069]/g, '');

test('the reason of a suggestion names followers before shared interests', () => {
  expect(words(['Ada Obi'], 1, 1)).toBe('Followed by Ada Obi · 1 interest in common');
  expect(words([], 0, 3)).toBe('3 interests in common');
});

test('two followers are named, and the others are counted', () => {
  expect(words(['Ada', 'Efe'], 2, 0)).toBe('Followed by Ada and Efe');
  expect(words(['Ada', 'Efe'], 3, 0)).toBe('Followed by Ada, Efe and 1 other');
  expect(words(['Ada', 'Efe'], 1240, 0)).toBe('Followed by Ada, Efe and 1,238 others');
});

test('a suggested member without a reason is called new', () => {
  expect(words([], 0, 0)).toBe('New here');
});
