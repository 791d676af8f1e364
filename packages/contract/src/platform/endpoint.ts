import type { z } from 'zod';

/**
 * Who may make a call. Each level includes the ones before it.
 *
 * - `open`: anybody; an Authorization header is not looked at
 * - `optional`: anybody; a session, if one is sent, must be valid, and says who asks
 * - `session`: a member with a valid session, verified or not
 * - `verified`: … whose address is verified, and who was let in where joining is by approval
 * - `onboarded`: … who has finished the four steps, and accepted the rules where everybody is asked to
 * - `organiser`: … whose role is moderator or admin
 * - `admin`: … whose role is admin
 */
export type Access = 'open' | 'optional' | 'session' | 'verified' | 'onboarded' | 'organiser' | 'admin';

/**
 * The closed list of refusals. Each is one status and one stable machine word on the wire. What is `pending_review` was taken, and waits for an organiser:
 * nothing is posted, and whoever sent it is told so as of a refusal.
 */
export const refusalStatus = {
  pending_review: 202,
  malformed: 400,
  invalid_signature: 400,
  unauthenticated: 401,
  email_unverified: 403,
  onboarding_required: 403,
  rules_not_accepted: 403,
  approval_pending: 403,
  account_suspended: 403,
  upgrade_required: 403,
  not_author: 403,
  not_owner: 403,
  forbidden: 403,
  second_factor_required: 403,
  recent_sign_in_required: 403,
  profile_private: 403,
  admin_only: 403,
  silenced: 403,
  locked: 403,
  registration_closed: 403,
  invitation_required: 403,
  not_found: 404,
  moved: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  not_empty: 409,
  has_replies: 409,
  poll_closed: 409,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  validation: 422,
  own_content: 422,
  cannot_follow_self: 422,
  cannot_block_self: 422,
  cannot_suspend_self: 422,
  invalid_credentials: 422,
  invalid_code: 422,
  invalid_reset_token: 422,
  invalid_oauth_token: 422,
  quota_exceeded: 422,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  overloaded: 503,
  storage_unavailable: 503,
  storage_full: 507,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/** Zod schemas of what a call takes and answers. */
export interface Shape {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** JSON body, or the text fields of a form. */
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

/** One call of the API, known to both ends. */
export interface Endpoint<S extends Shape = Shape, A extends Access = Access> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters in braces: `/photos/{id}/like`. */
  readonly path: `/${string}`;
  readonly access: A;
  /** What the call does, as one sentence for the API's own documentation. */
  readonly summary: string;
  /** How the body travels; signed JSON is taken as the bytes it came in. Left out: the call takes none. */
  readonly takes?: 'json' | 'form' | 'json or form' | 'signed json';
  /** How large a JSON body may be; `limits.jsonBytes` unless given. */
  readonly jsonBytes?: number;
  /** Status of a success; 200 unless given. */
  readonly status?: 200 | 201 | 302;
  /** What is sent where the answer is no JSON. */
  readonly sends?: 'application/zip' | 'text/event-stream';
  /** Refusals beyond those that access, validation and rate limits imply. */
  readonly refuses?: readonly RefusalCode[];
  /** Reads, sets or clears a cookie: where a browser says that a page of another site makes the call, it is refused. */
  readonly ownPagesOnly?: true;
  /** Acts when somebody opens it in a tab: HEAD, prefetches and previews are answered 204 and do nothing. */
  readonly onlyWhenOpened?: true;
  /** Schemas of the parameters, the body and the answer. The build of the web app removes them, so that zod stays out of the bundle. */
  readonly shape: S;
}

/** Declares one call. Its name is the name of the constant. */
export const endpoint = <S extends Shape, A extends Access>(name: string, rest: Omit<Endpoint<S, A>, 'name'>): Endpoint<S, A> => ({
  name,
  ...rest,
});

type Part<S extends Shape, K extends keyof Shape> = S[K] extends z.ZodType ? S[K] : never;

/** What the caller passes, before the server has parsed it. */
export type ParamsOf<E> = E extends Endpoint<infer S> ? z.input<Part<S, 'params'>> : never;

export type QueryOf<E> = E extends Endpoint<infer S> ? z.input<Part<S, 'query'>> : never;

export type BodyOf<E> = E extends Endpoint<infer S> ? z.input<Part<S, 'body'>> : never;

export type AnswerOf<E> = E extends Endpoint<infer S> ? z.output<S['answer']> : never;

/** What is filled in to a sentence. */
export type RefusalParams = Record<string, string | number | boolean>;

/** Which sentence of the catalogue `refusals` is said, and what is filled in: enough to say it in any language. */
export interface Reason {
  readonly reason: string;
  readonly params?: RefusalParams;
}

/** What every refusal looks like on the wire. */
export interface RefusalBody extends Reason {
  /** In English, whoever asks. */
  message: string;
  code: RefusalCode | 'internal';
  errors?: Record<string, string[]>;
  /** The same, and in the same order, as reasons. */
  error_reasons?: Record<string, Reason[]>;
  /** What is kept instead of what was sent, or where it is now, where the call says so. */
  data?: unknown;
  request_id: string;
}
