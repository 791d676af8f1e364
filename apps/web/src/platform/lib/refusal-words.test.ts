import { expect, test, vi } from 'vitest';
import { sayReason, translateRefusal } from './refusal-words.ts';

// Same module as in a French build.
vi.mock(import('@mbari/words/refusals'), async (original) => ({
  ...(await original()),
  topicLocked: 'Ce sujet est verrouillé.',
  fieldRequired: ({ field }) => `À remplir : ${field}`,
}));
vi.mock(import('@mbari/words/field-names'), async (original) => ({ ...(await original()), dateOfBirth: 'date de naissance' }));

test('a refusal is said in the language of the page', () => {
  const refusal = { code: 'locked', message: 'This topic is locked.', reason: 'topicLocked', request_id: '1' } as const;
  expect(translateRefusal(refusal)).toEqual({ ...refusal, message: 'Ce sujet est verrouillé.' });
});

test('so is what is wrong with a field, and what the field is called', () => {
  const { errors } = translateRefusal({
    reason: 'validationFailed',
    errors: { date_of_birth: ['The date of birth is required.', 'Something newer than this page.'] },
    error_reasons: { date_of_birth: [{ reason: 'fieldRequired', params: { field: 'date of birth' } }, { reason: 'notYetKnown' }] },
  });
  expect(errors).toEqual({ date_of_birth: ['À remplir : date de naissance', 'Something newer than this page.'] });
});

test('what came without a reason stays as it was said', () => {
  for (const refusal of [{ message: 'Bad gateway' }, {}, { errors: { name: ['Taken.'] } }])
    expect(translateRefusal(refusal)).toEqual(refusal);
});

test('a reason that there is none of is not said', () => {
  for (const reason of ['notYetKnown', 'toString', '__proto__']) expect(sayReason({ reason })).toBeUndefined();
  expect(sayReason({ reason: 'fieldRequired', params: { field: 'poll.question' } })).toBe('À remplir : question');
  expect(sayReason({ reason: 'fieldRequired', params: { field: 'toString' } })).toBe('À remplir : toString');
});
