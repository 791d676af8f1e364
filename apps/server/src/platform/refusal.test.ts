import * as sentences from '@mbari/contract/platform/sentences';
import { expect, test } from 'vitest';
import { answers, refusals } from './languages.ts';
import { type Because, because, invalid, Refusal, sentenceOf } from './refusal.ts';

test('the English catalogues match the specification’s sentences exactly', () => {
  const specified: Record<string, string> = { ...sentences };
  const messages = Object.entries({ ...answers, ...refusals }).filter(([key]) => key in specified);
  expect(messages.length).toBeGreaterThan(35);
  expect(messages).toEqual(messages.map(([key]) => [key, specified[key]]));
});

test('a refusal has a key and the catalogue’s sentence', () => {
  const refusal = new Refusal('locked', 'topicLocked');
  expect([refusal.message, refusal.sentence.reason, refusal.status]).toEqual([refusals.topicLocked, 'topicLocked', 403]);
});

test('a refusal keeps the parameters of its sentences', () => {
  const refusal = invalid({ body: ['textTooComplex', because('tooManyForumImages', { most: 10 })] });
  expect(refusal.sentence).toEqual({ reason: 'validationFailed', text: sentences.validationFailed });
  expect(refusal.errors?.['body']).toEqual([
    { reason: 'textTooComplex', text: refusals.textTooComplex },
    { reason: 'tooManyForumImages', params: { most: 10 }, text: 'A post can show up to 10 images.' },
  ]);
});

test('the compiler refuses plain text, unknown keys and missing parameters', () => {
  // @ts-expect-error a sentence, not a key
  const words: Because = 'Not you';
  // @ts-expect-error a key that needs parameters
  const empty: Because = 'tooManyForumImages';
  // @ts-expect-error a parameter of the wrong type
  const filled = () => because('tooManyForumImages', { most: 'ten' });
  expect([words, empty, filled]).toHaveLength(3);
});

test('an unknown reason has no sentence', () => {
  for (const reason of ['nothing', 'toString', '__proto__']) expect(sentenceOf({ reason })).toBeNull();
});
