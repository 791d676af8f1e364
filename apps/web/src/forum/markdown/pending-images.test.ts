import { expect, test } from 'vitest';
import { findPending, hasPending, pendingMark, withoutPending } from './pending-images.ts';

test('the placeholder of an uploading image is found by id, whatever the file’s name', () => {
  const mark = pendingMark('0a1b', 'Adding [odd] name.jpg…');
  const text = `Before ${mark} after ${pendingMark('ffff', 'Adding two')}`;
  expect(findPending(text, '0a1b')).toEqual({ from: 7, to: 7 + mark.length });
  expect(findPending(text, '0a1c')).toBeNull();
});

test('drafts and posts leave out placeholders and keep uploaded images', () => {
  const text = `A ${pendingMark('0a1b', 'Adding')} and ![words](photo:01)`;
  expect(hasPending(text)).toBe(true);
  expect(withoutPending(text)).toBe('A  and ![words](photo:01)');
  expect(hasPending(withoutPending(text))).toBe(false);
});
