import { wordsFor } from '@mbari/words/words-for';
import { expect, test } from 'vitest';
import { composeReadMe } from './list-files.ts';

test('the read-me explains each file of the archive', () => {
  const lines = composeReadMe(wordsFor('en'), 'Ada', new Date('2026-01-31T12:00:00Z')).split('\n');
  expect(lines[0]).toBe('Everything you made here, Ada, as of 2026-01-31 12:00 UTC.');
  expect(lines).toContain('plan.json                                   plans that you were given or paid for');
  expect(lines.slice(-3)).toEqual(['', 'Times are in UTC. What others wrote belongs to them and is not included.', '']);
});

test('the read-me is translated', () => {
  expect(composeReadMe(wordsFor('en-XA'), 'Ada', new Date(0))).toMatch(/^\[.*Ada/);
});
