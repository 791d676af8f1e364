import { expect, test, vi } from 'vitest';
import { reasonText, translateRefusal } from './refusal-words.ts';

// Same module as in a French build.
vi.mock(import('@mbari/words/refusals'), async (original) => ({
  ...(await original()),
  topicLocked: 'Ce sujet est verrouillé.',
  fieldRequired: ({ field }) => `À remplir : ${field}`,
}));
vi.mock(import('@mbari/words/field-names'), async (original) => ({ ...(await original()), dateOfBirth: 'date de naissance' }));

test("a refusal is translated to the page's language", () => {
  const refusal = { code: 'locked', message: 'This topic is locked.', reason: 'topicLocked', request_id: '1' } as const;
  expect(translateRefusal(refusal)).toEqual({ ...refusal, message: 'Ce sujet est verrouillé.' });
});

test('field errors and field names are translated', () => {
  const { errors } = translateRefusal({
    reason: 'validationFailed',
    errors: { date_of_birth: ['The date of birth is required.', 'Something newer than this page.'] },
    error_reasons: { date_of_birth: [{ reason: 'fieldRequired', params: { field: 'date of birth' } }, { reason: 'notYetKnown' }] },
  });
  expect(errors).toEqual({ date_of_birth: ['À remplir : date de naissance', 'Something newer than this page.'] });
});

test("a refusal without a reason keeps the server's message", () => {
  for (const refusal of [{ message: 'Bad gateway' }, {}, { errors: { name: ['Taken.'] } }])
    expect(translateRefusal(refusal)).toEqual(refusal);
});

test('an unknown reason is not translated', () => {
  for (const reason of ['notYetKnown', 'toString', '__proto__']) expect(reasonText({ reason })).toBeUndefined();
  expect(reasonText({ reason: 'fieldRequired', params: { field: 'poll.question' } })).toBe('À remplir : question');
  expect(reasonText({ reason: 'fieldRequired', params: { field: 'toString' } })).toBe('À remplir : toString');
});
