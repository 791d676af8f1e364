import type { Endpoint, Shape } from '@mbari/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { ReadyJson } from './ready-json.ts';
import { unauthenticated, type Viewer } from './viewer.ts';

type Parsed<S extends Shape, K extends 'params' | 'query' | 'body'> = S[K] extends z.ZodType ? z.output<S[K]> : undefined;

export interface Call<S extends Shape> {
  context: Context;
  /** Null where nobody is signed in, which `open` and `optional` calls allow; see `member`. */
  viewer: Viewer | null;
  /** The viewer of a call that needs a session. */
  member: Viewer;
  params: Parsed<S, 'params'>;
  query: Parsed<S, 'query'>;
  /** Parsed JSON. For forms: undefined; use http/form.ts. */
  body: Parsed<S, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The answer as an object, as ready JSON (see http/ready-json.ts), or nothing where the reply was sent by hand. */
export type Handler<S extends Shape> = (
  call: Call<S>,
) => Promise<z.input<S['answer']> | ReadyJson | undefined> | z.input<S['answer']> | ReadyJson;

/** A call whose parts were parsed by the shape of its endpoint, which is found by its name: of what type they are only `route` knows. */
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

/** Whether the configuration asks for the call. Where it does not, the address answers like one that leads nowhere. */
type IsServed = (config: Config) => boolean;

/** Binds a call of the contract to what answers it. */
export const route = <S extends Shape>(endpoint: Endpoint<S>, handle: Handler<S>, isServed?: IsServed): Route => ({
  endpoint,
  handle: (call) => handle(call as Call<S>),
  ...(isServed && { isServed }),
});
