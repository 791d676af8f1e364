import * as sentences from '@mbari/contract/sentences';
import { expect, test } from 'vitest';
import { answers, refusals } from './english.ts';
import { type Because, because, invalid, Refusal, sentenceOf } from './refusal.ts';

test('in English the catalogues say the specification’s sentences to the letter', () => {
  const specified: Record<string, string> = { ...sentences };
  const said = Object.entries({ ...answers, ...refusals }).filter(([key]) => key in specified);
  expect(said.length).toBeGreaterThan(35);
  expect(said).toEqual(said.map(([key]) => [key, specified[key]]));
});

test('a refusal is named by a key, and says what the catalogue says', () => {
  const refusal = new Refusal('locked', 'topicLocked');
  expect([refusal.message, refusal.sentence.reason, refusal.status]).toEqual([refusals.topicLocked, 'topicLocked', 403]);
});

test('what is filled in is kept beside the words', () => {
  const refusal = invalid({ body: ['textTooComplex', because('tooManyForumImages', { most: 10 })] });
  expect(refusal.sentence).toEqual({ reason: 'validationFailed', text: sentences.validationFailed });
  expect(refusal.errors?.['body']).toEqual([
    { reason: 'textTooComplex', text: refusals.textTooComplex },
    { reason: 'tooManyForumImages', params: { most: 10 }, text: 'A post can show up to 10 images.' },
  ]);
});

test('the compiler refuses words, keys that there are none of, and what is not filled in', () => {
  // @ts-expect-error no key
  const words: Because = 'Not you';
  // @ts-expect-error something is to be filled in
  const empty: Because = 'tooManyForumImages';
  // @ts-expect-error of another kind
  const filled = () => because('tooManyForumImages', { most: 'ten' });
  expect([words, empty, filled]).toHaveLength(3);
});

test('a reason that no sentence has is none', () => {
  for (const reason of ['nothing', 'toString', '__proto__']) expect(sentenceOf({ reason })).toBeNull();
});
