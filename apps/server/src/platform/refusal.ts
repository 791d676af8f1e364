import { type Reason, type RefusalCode, type RefusalParams, refusalStatus } from '@mbari/contract/platform/endpoint';
import { refusals } from './languages.ts';

type Sentences = typeof refusals;
type Key = keyof Sentences;
type PlainKey = { [K in Key]: Sentences[K] extends string ? K : never }[Key];
type FilledKey = Exclude<Key, PlainKey>;
type Given<K extends FilledKey> = Parameters<Sentences[K]>[0];

/** A sentence of the catalogue `refusals` in English, with its key and parameters. */
export interface Sentence extends Reason {
  readonly text: string;
}

/** Reason of a refusal: a key of the catalogue, or the result of `because` for keys with parameters. */
export type Because = PlainKey | Sentence;

export const because = <K extends FilledKey>(reason: K, params: Given<K> & RefusalParams): Sentence => buildSentence(reason, params);

/** Returns the sentence of a reason from a contract schema, or null if there is none. */
export const sentenceOf = (reason: Reason): Sentence | null =>
  Object.hasOwn(refusals, reason.reason) ? buildSentence(reason.reason as Key, reason.params) : null;

export const asSentence = (because: Because): Sentence => (typeof because === 'string' ? buildSentence(because) : because);

function buildSentence(reason: Key, params?: RefusalParams): Sentence {
  const sentence = refusals[reason] as string | ((given: RefusalParams) => string);
  return { reason, ...(params && { params }), text: typeof sentence === 'string' ? sentence : sentence(params ?? {}) };
}

export type FieldErrors = Record<string, Because[]>;

/** Expected refusal of a request, thrown by use cases and rules. The error handler answers with its HTTP status. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly sentence: Sentence;
  readonly errors: Record<string, Sentence[]> | undefined;
  /** Seconds to wait, for `too_many_requests` and `overloaded`. */
  readonly retryAfter: number | undefined;
  readonly limit: number | undefined;
  /** For `conflict`: the stored version. For `moved`: the new location. */
  readonly data: unknown;

  constructor(
    code: RefusalCode,
    because: Because,
    more: { errors?: FieldErrors; retryAfter?: number; limit?: number; data?: unknown } = {},
  ) {
    const sentence = asSentence(because);
    super(sentence.text);
    this.code = code;
    this.sentence = sentence;
    this.errors = more.errors && mapValues(more.errors, (list) => list.map(asSentence));
    this.retryAfter = more.retryAfter;
    this.limit = more.limit;
    this.data = more.data;
  }

  get status(): number {
    return refusalStatus[this.code];
  }
}

/** Returns the same refusal for hidden and missing things. */
export const notFound = (because: Because = 'notFound'): Refusal => new Refusal('not_found', because);

/** Returns the refusal of an edit made from an older version. `current` is the stored version. */
export const changedMeanwhile = (current: unknown): Refusal => new Refusal('conflict', 'changedMeanwhile', { data: current });

export const invalid = (errors: FieldErrors, because: Because = 'validationFailed'): Refusal =>
  new Refusal('validation', because, { errors });

export const mapValues = <From, To>(record: Readonly<Record<string, From>>, make: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value)]));
