import { refusalStatus, type RefusalCode } from '@mbari/contract/endpoint';
import * as sentences from '@mbari/contract/sentences';

export type FieldErrors = Record<string, string[]>;

/** A refusal is an answer, not an accident: thrown by use cases and rules, turned into its status by one handler. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: FieldErrors | undefined;
  /** Seconds to wait, for `too_many_requests` and `overloaded`. */
  readonly retryAfter: number | undefined;
  /** How many were allowed, for `too_many_requests`. */
  readonly limit: number | undefined;
  /** What is kept instead, for `conflict`; where it is now, for `moved`. */
  readonly data: unknown;

  constructor(
    code: RefusalCode,
    message: string,
    more: { errors?: FieldErrors; retryAfter?: number; limit?: number; data?: unknown } = {},
  ) {
    super(message);
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.limit = more.limit;
    this.data = more.data;
  }

  get status(): number {
    return refusalStatus[this.code];
  }
}

/** What a viewer may not see and what never was answer alike. */
export const notFound = (message = 'Not found'): Refusal => new Refusal('not_found', message);

export const invalid = (errors: FieldErrors, message: string = sentences.validationFailed): Refusal =>
  new Refusal('validation', message, { errors });
