import type { Access, Endpoint, Shape } from '@mbari/contract/platform/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { ReadyJson } from './ready-json.ts';
import { type ViewerWith, unauthenticated, type Viewer } from './viewer.ts';

type Parsed<S extends Shape, K extends 'params' | 'query' | 'body'> = S[K] extends z.ZodType ? z.output<S[K]> : undefined;

export interface Call<S extends Shape, A extends Access = Access> {
  context: Context;
  /** Null if nobody is signed in, which only `open` and `optional` calls allow. */
  viewer: ViewerWith<A> | (A extends 'open' | 'optional' ? null : never);
  /** The viewer of a call that needs a session, with the role that its access requires. */
  member: A extends 'open' | 'optional' ? never : ViewerWith<A>;
  params: Parsed<S, 'params'>;
  query: Parsed<S, 'query'>;
  /** Parsed JSON; undefined for forms (http/form.ts). */
  body: Parsed<S, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returns an object, prepared JSON (http/ready-json.ts), or undefined if it sent the reply itself. */
export type Handler<S extends Shape, A extends Access> = (
  call: Call<S, A>,
) => Promise<z.input<S['answer']> | ReadyJson | undefined> | z.input<S['answer']> | ReadyJson;

export class AnyCall implements Omit<Call<Shape>, 'params' | 'query' | 'body'> {
  readonly context: Context;
  readonly viewer: Viewer | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;

  constructor(
    context: Context,
    viewer: Viewer | null,
    { params, query, body }: Record<'params' | 'query' | 'body', unknown>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    this.context = context;
    this.viewer = viewer;
    this.params = params;
    this.query = query;
    this.body = body;
    this.request = request;
    this.reply = reply;
  }

  get member(): Viewer {
    if (this.viewer === null) throw unauthenticated();
    return this.viewer;
  }
}

export interface Route {
  endpoint: Endpoint;
  handle: (call: AnyCall) => unknown;
  isServed?: IsServed;
}

/** Returns false if the configuration disables the endpoint, which then answers 404. */
type IsServed = (config: Config) => boolean;

export const route = <S extends Shape, A extends Access>(endpoint: Endpoint<S, A>, handle: Handler<S, A>, isServed?: IsServed): Route => ({
  endpoint,
  handle: (call) => handle(call as Call<S, A>),
  ...(isServed && { isServed }),
});
