import type { z } from 'zod';

/**
 * Callers that an endpoint accepts. From `session` on, each level includes the ones before it.
 *
 * - `open`: everyone; the Authorization header is ignored
 * - `optional`: everyone; a session is validated if one is sent
 * - `session`: members with a valid session, verified or not
 * - `verified`: … with a verified address, and admitted if joining needs approval
 * - `onboarded`: … who finished onboarding and accepted the rules, if required
 * - `organiser`: … with the role moderator or admin
 * - `admin`: … with the role admin
 */
export type Access = 'open' | 'optional' | 'session' | 'verified' | 'onboarded' | 'organiser' | 'admin';

/**
 * Permissions of an API token.
 *
 * - `read`: read what the member may read, without direct messages
 * - `write:photos`: posts, series, exhibitions, comments, likes and saved posts
 * - `write:social`: follows, blocks, the profile's texts and picture, notifications marked as read
 * - `write:forum`: topics, posts, polls, drafts
 * - `admin:read`: read what organisers read, with the role that the call requires
 */
export const scopes = ['read', 'write:photos', 'write:social', 'write:forum', 'admin:read'] as const;
export type Scope = (typeof scopes)[number];

/** HTTP status of each refusal code. `pending_review`: an organiser must approve the content first. */
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
  scope_required: 403,
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

export interface Shape {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

export interface Endpoint<S extends Shape = Shape, A extends Access = Access> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api/v1` with parameters in braces: `/photos/{id}/like`. */
  readonly path: `/${string}`;
  readonly access: A;
  /** Scope with which an API token may make the call. Omitted: closed to tokens. */
  readonly scope?: Scope;
  readonly summary: string;
  /** Format of the body. Signed JSON is read as raw bytes. Omitted if there is no body. */
  readonly takes?: 'json' | 'form' | 'json or form' | 'signed json';
  /** Default: `limits.jsonBytes`. */
  readonly jsonBytes?: number;
  /** Default: 200. */
  readonly status?: 200 | 201 | 302;
  readonly sends?: 'application/zip' | 'text/event-stream';
  /** Refusals beyond those implied by access, validation and rate limits. */
  readonly refuses?: readonly RefusalCode[];
  /** The endpoint reads, sets or clears a cookie. The server refuses cross-site calls. */
  readonly ownPagesOnly?: true;
  /** The endpoint acts when opened in a tab. HEAD, prefetches and previews get 204 and change nothing. */
  readonly onlyWhenOpened?: true;
  /** Schemas of parameters, body and answer. The build of the web app removes them to exclude zod from the bundle. */
  readonly shape: S;
}

/** Declares an endpoint. `name` must equal the name of the constant. */
export const endpoint = <S extends Shape, A extends Access>(name: string, rest: Omit<Endpoint<S, A>, 'name'>): Endpoint<S, A> => ({
  name,
  ...rest,
});

type Part<S extends Shape, K extends keyof Shape> = S[K] extends z.ZodType ? S[K] : never;

export type ParamsOf<E> = E extends Endpoint<infer S> ? z.input<Part<S, 'params'>> : never;
export type QueryOf<E> = E extends Endpoint<infer S> ? z.input<Part<S, 'query'>> : never;
export type BodyOf<E> = E extends Endpoint<infer S> ? z.input<Part<S, 'body'>> : never;
export type AnswerOf<E> = E extends Endpoint<infer S> ? z.output<S['answer']> : never;

export type RefusalParams = Record<string, string | number | boolean>;

/** Key of a sentence in the catalogue `refusals`, with its parameters. Clients translate it. */
export interface Reason {
  readonly reason: string;
  readonly params?: RefusalParams;
}

export interface RefusalBody extends Reason {
  message: string;
  code: RefusalCode | 'internal';
  errors?: Record<string, string[]>;
  error_reasons?: Record<string, Reason[]>;
  /** Stored version (`conflict`) or new location (`moved`), from endpoints that return it. */
  data?: unknown;
  request_id: string;
}
