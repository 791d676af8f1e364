import type { Reason, RefusalBody } from '@mbari/contract/platform/endpoint';
import * as fieldNames from '@mbari/words/field-names';
import * as refusals from '@mbari/words/refusals';

/* Lazy chunk, loaded with the first refusal. */

/** Returns the refusal with its texts translated. Unknown texts stay in the server's English. */
export function translateRefusal(refusal: Partial<RefusalBody>): Partial<RefusalBody> {
  const { reason, params, message, errors, error_reasons = {} } = refusal;
  const translated = reason === undefined ? undefined : reasonText({ reason, ...(params && { params }) });
  return {
    ...refusal,
    ...((translated ?? message) !== undefined && { message: translated ?? message }),
    ...(errors && {
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, texts]) => [
          field,
          texts.map((text, index) => {
            const why = error_reasons[field]?.[index];
            return (why && reasonText(why)) ?? text;
          }),
        ]),
      ),
    }),
  };
}

/** Returns undefined for a sentence this build lacks, because the server may be newer than the page. */
export function reasonText({ reason, params = {} }: Reason): string | undefined {
  const sentence = ownOf(refusals, reason);
  if (typeof sentence !== 'function') return sentence;
  const { field } = params;
  return sentence(typeof field === 'string' ? { ...params, field: nameOf(field) } : params);
}

/** Label of the last part of a field path: `poll.question` is labelled like `question`. */
function nameOf(field: string): string {
  const key = field.replace(/^.*\./, '').replaceAll(/[ _](\w)/g, (_, letter: string) => letter.toUpperCase());
  const name = ownOf(fieldNames, key);
  return typeof name === 'string' ? name : field;
}

type Say = (given: object) => string;

const ownOf = (catalogue: object, key: string): string | Say | undefined =>
  Object.hasOwn(catalogue, key) ? (catalogue as Record<string, string | Say>)[key] : undefined;
