import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Endpoint, Shape } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { isLocalhostHeader, isLocalhostOnly } from '../localhost.ts';
import { Refusal } from '../refusal.ts';
import { answerError, countFailures } from './answer-error.ts';
import { type ConnectionLimits, type Connections, watchConnections } from './connections/connections.ts';
import { isFormRequest } from './connections/pace.ts';
import { answerPolicy } from './content-policy.ts';
import { parse } from './parse.ts';
import { addressKey } from './rate-limits.ts';
import { ReadyJson, sendAccepted } from './ready-json.ts';
import { AnyCall, type Route } from './route.ts';
import { isOpened, requireOwnPage } from './untrusted-proxy.ts';
import { limitToScope, requireAccess, requireNotSilenced, unauthenticated, type Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    anyHost?: boolean;
  }
  interface FastifyInstance {
    connections: Connections;
    failures: ReturnType<typeof countFailures>;
  }
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}

export type FindViewer = (request: FastifyRequest) => Promise<Viewer | null>;

export interface ServerOptions {
  routes: Route[];
  findViewer: FindViewer;
  /** Validates every response against its schema: too expensive in production. */
  checkAnswers: boolean;
  connectionLimits?: Partial<ConnectionLimits>;
}

export function buildServer(context: Context, { routes, findViewer, checkAnswers, connectionLimits }: ServerOptions): FastifyInstance {
  const connections = watchConnections(context.config.trustProxy, connectionLimits);
  const app = createApp(context, connections);
  app.decorateRequest('viewer', null);
  app.decorate('connections', connections);
  app.decorate('failures', countFailures());
  addBodyParsers(app, context);
  addResponseHeaders(app, context);
  app.setErrorHandler((error, request, reply) => answerError(context, error as FastifyError, request, reply));
  app.setNotFoundHandler(() => {
    throw new Refusal('not_found', 'notFound');
  });
  void app.register(
    async (api) => {
      for (const definition of routes) addRoute(api, context, definition, findViewer, checkAnswers);
    },
    { prefix: '/api/v1' },
  );
  return app;
}

function createApp(context: Context, connections: Connections): FastifyInstance {
  const log: FastifyBaseLogger = context.log;
  return fastify({
    loggerInstance: log,
    // request-log.ts logs one line per request instead.
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request would cost more than routing it, so log lines name the request id themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(),
    frameworkErrors: (error, request, reply) => void answerError(context, error, request, reply),
    clientErrorHandler: (error, socket) => connections.giveUp(socket, error),
    serverFactory: (listener) => connections.createServer(listener),
    trustProxy: context.config.trustProxy.length > 0 ? context.config.trustProxy : false,
    bodyLimit: limits.jsonBytes,
    routerOptions: { maxParamLength: 300, caseSensitive: true },
    // While stopping, requests on open connections are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
}

/** Creates a generator of ids that are unique across processes. */
function requestIds(): () => string {
  const process = randomUUID().slice(0, 13);
  let requests = 0;
  return () => `${process}-${(requests += 1).toString(36)}`;
}

/** Adds the JSON parser. Handlers read forms themselves (http/form.ts). */
function addBodyParsers(app: FastifyInstance, { config, space }: Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJson(text as string));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
  app.decorate('incomingFolder', path.join(config.dataFolder, 'uploads', '.incoming'));
  app.decorate('storageSpace', space);
}

/** Adds the headers of every response. Throws `misdirected` for a foreign Host, `malformed` for two Hosts. */
function addResponseHeaders(app: FastifyInstance, context: Context): void {
  const hosts = allowedHosts(context);
  const headers = {
    'content-security-policy': answerPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'x-frame-options': 'DENY',
    ...(context.config.publicUrl.protocol === 'https:' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    requireOneHost(request.raw);
    const isOwn = hosts.has(request.headers.host?.toLowerCase() ?? '') || request.routeOptions.config.anyHost;
    done(isOwn ? undefined : new Refusal('misdirected', 'wrongHost'));
  });
}

/** Rejects requests with two hosts, because proxies and servers disagree about which one counts. Throws `malformed`. */
function requireOneHost({ rawHeaders, headers, url = '' }: IncomingMessage): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]!.toLowerCase() === 'host') hosts += 1;
  const [, urlHost] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (hosts > 1 || (urlHost !== undefined && urlHost.toLowerCase() !== headers.host?.toLowerCase()))
    throw new Refusal('malformed', 'unreadableRequest');
}

function addRoute(api: FastifyInstance, context: Context, route: Route, findViewer: FindViewer, checkAnswers: boolean): void {
  const { endpoint, handle } = route;
  const { shape } = endpoint;
  const parseQuery = queryParser(shape.query);
  const options: RouteOptions = {
    method: endpoint.onlyWhenOpened ? [endpoint.method, 'HEAD'] : endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    ...(endpoint.jsonBytes !== undefined && { bodyLimit: endpoint.jsonBytes }),
    // Checks access first, so that unauthorised clients cannot make the server read a body.
    onRequest: async (request, reply) => {
      requireServed(context, route, request);
      request.viewer = requireCaller(context, endpoint, endpoint.access === 'open' ? null : await findViewer(request), request);
      if (endpoint.onlyWhenOpened && !isOpened(request)) await reply.code(204).header('cache-control', 'no-store').send();
      else requireBodyType(request, endpoint.takes);
    },
    handler: async (request, reply) => {
      const { viewer } = request;
      reply.header('cache-control', 'no-store');
      const params = shape.params && parse(shape.params, request.params);
      const query = parseQuery(request.query);
      const body = endpoint.takes?.startsWith('json') && !isForm(request) && shape.body ? parse(shape.body, request.body) : undefined;
      const call = new AnyCall(context, viewer, { params, query, body }, request, reply);
      const answer = await (endpoint.method === 'GET' ? handle(call) : answerWriting(context, viewer, () => handle(call)));
      if (answer === undefined) return reply;
      const json = answer instanceof ReadyJson ? answer : new ReadyJson(JSON.stringify(answer));
      if (checkAnswers) requireShape(shape.answer, json.text.toString(), endpoint.name);
      reply.code(endpoint.status ?? 200).type('application/json; charset=utf-8');
      // Only reads are compressed: a response with a new secret must not be compressed together with the client's input (BREACH).
      return endpoint.method === 'GET' ? sendAccepted(reply, json) : reply.send(json.text);
    },
  };
  if (endpoint.takes === 'signed json') void api.register(async (scope) => withRawBody(scope).route(options));
  else api.route(options);
}

function requireServed({ config }: Context, { endpoint, isServed }: Route, request: FastifyRequest): void {
  if (isServed?.(config) === false) throw new Refusal('not_found', 'notFound');
  if (endpoint.ownPagesOnly) requireOwnPage(config, request);
}

/** Returns the viewer with the permissions that the call may use. */
export function requireCaller(
  { limits: { spendHere } }: Context,
  endpoint: Endpoint,
  found: Viewer | null,
  request: FastifyRequest,
): Viewer | null {
  // A request with an invalid token is refused, not answered as a visitor's.
  if (endpoint.access === 'optional' && found === null && request.headers.authorization !== undefined) throw unauthenticated();
  if (found === null) spendHere('any call by ip without session', addressKey(request.ip));
  else if (found.api_token) {
    spendHere('any call by token', found.session_id);
    spendHere('any call by tokens of member', found.id);
  } else spendHere('any call by member', found.id);
  const viewer = limitToScope(endpoint, found);
  requireAccess(endpoint.access, viewer);
  requireNotSilenced(endpoint, viewer);
  return viewer;
}

function queryParser(shape: Shape['query']): (query: unknown) => unknown {
  if (!shape) return () => undefined;
  const { data: usual } = shape.safeParse({});
  const isEmpty = (query: unknown): boolean => typeof query === 'object' && query !== null && Object.keys(query).length === 0;
  return (query) => (usual !== undefined && isEmpty(query) ? Object.freeze(usual) : parse(shape, query));
}

/** Pins the viewer to the primary after every write, even a failed one. */
export async function answerWriting(context: Context, viewer: Viewer | null, handle: () => unknown): Promise<unknown> {
  try {
    return await handle();
  } finally {
    if (viewer !== null) context.replicas.wrote(viewer.id);
  }
}

/** Keeps the raw body in this scope, because signatures are over bytes. */
function withRawBody(scope: FastifyInstance): FastifyInstance {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: signedBytes }, (_request, bytes, done) =>
    done(null, bytes),
  );
  return scope;
}

/** The largest events of payment providers have about ten thousand bytes. */
const signedBytes = 256 * 1024;

export const isForm = (request: FastifyRequest): boolean => isFormRequest(request.raw);

function requireBodyType(request: FastifyRequest, takes: Route['endpoint']['takes']): void {
  if (request.headers['content-encoding'] !== undefined) throw new Refusal('unsupported_media_type', 'bodyEncoded');
  const type = request.headers['content-type'];
  if (type === undefined) {
    if (takes !== undefined) throw new Refusal('unsupported_media_type', 'contentTypeMissing');
    return;
  }
  const json = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type);
  const fits = (json && takes !== 'form') || (isForm(request) && (takes?.endsWith('form') ?? false));
  if (!fits) throw new Refusal('unsupported_media_type', 'contentTypeNotTaken');
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (quoted) {
      if (char === 92) index += 1;
      else if (char === 34) quoted = false;
    } else if (char === 34) quoted = true;
    else if (char === 123 || char === 91) {
      depth += 1;
      if (depth > limits.jsonDepth) throw new Refusal('malformed', 'jsonTooDeep');
    } else if (char === 125 || char === 93) depth -= 1;
  }
  try {
    // Schemas drop `__proto__` keys, because they copy only known fields.
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal('malformed', 'bodyNotJson');
  }
}

function requireShape(schema: z.ZodType, text: string, name: string): void {
  const checked = schema.safeParse(JSON.parse(text));
  if (!checked.success) throw new Error(`The answer of ${name} is not what the contract says: ${JSON.stringify(checked.error.issues)}`);
}

/** Returns the accepted hosts: PUBLIC_URL's, and for a local installation all names of this machine. */
function allowedHosts({ config }: Context): { has(host: string): boolean } {
  const { host, hostname, port, protocol } = config.publicUrl;
  const named = new Set([host, `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]);
  if (!isLocalhostOnly(config)) return named;
  return { has: (name) => named.has(name) || isLocalhostHeader(name) };
}
