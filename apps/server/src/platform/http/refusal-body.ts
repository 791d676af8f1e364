import type { Reason, RefusalBody } from '@mbari/contract/platform/endpoint';
import { mapValues } from '../map-values.ts';
import { asSentence, type Refusal, type Sentence } from '../refusal.ts';

export const bodyOf = ({ message, code, sentence, errors, data }: Refusal, requestId: string): RefusalBody => ({
  message,
  code,
  ...reasonOf(sentence),
  ...(errors && {
    errors: mapValues(errors, (sentences) => sentences.map(({ text }) => text)),
    error_reasons: mapValues(errors, (sentences) => sentences.map(reasonOf)),
  }),
  ...(data !== undefined && { data }),
  request_id: requestId,
});

/** Neutral body: only the log has the details. */
export function internalBody(requestId: string): RefusalBody {
  const sentence = asSentence('somethingWrong');
  return { message: sentence.text, code: 'internal', ...reasonOf(sentence), request_id: requestId };
}

const reasonOf = ({ reason, params }: Sentence): Reason => ({ reason, ...(params && { params }) });
