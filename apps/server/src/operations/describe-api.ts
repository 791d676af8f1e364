import { allCalls } from '@mbari/contract/all';
import { type Endpoint, type RefusalCode, refusalStatus, type Scope } from '@mbari/contract/platform/endpoint';
import { z } from 'zod';

/** The part of JSON Schema that our shapes use. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  format?: string;
  additionalProperties?: Schema | boolean;
  [more: string]: unknown;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  description?: string;
}

interface Content {
  content: Record<string, { schema: Schema }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, { description: string; headers?: Record<string, unknown> } & Partial<Content>>;
}

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; summary: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, Schema> };
}

export function describeApi(community: string, version: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const call of allCalls) (paths[call.path] ??= {})[call.method.toLowerCase()] = describeOperation(call);
  return {
    openapi: '3.1.0',
    info: {
      title: community,
      version,
      summary: 'Photo posts, follows, comments and a forum for one community.',
      description:
        'Keys are snake_case, times are ISO 8601 in UTC, ids are opaque text. A thing the viewer may not see answers as a thing that is not there: 404.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(allCalls.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of login, register or refresh. It lives an hour.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'mbari_pat_…',
          description: `A token that a member creates in Settings, under Security, or by createApiToken. Its scopes: ${Object.entries(
            scopeWords,
          )
            .map(([scope, words]) => `\`${scope}\`: ${words}`)
            .join(' ')}`,
        },
        refresh: {
          type: 'apiKey',
          in: 'cookie',
          name: 'mbari_refresh',
          description:
            'Set by login and register, rotated by refresh; scripts cannot read it. Over https it is called __Secure-mbari_refresh.',
        },
      },
      schemas: { Refusal: refusalSchema },
    },
  };
}

export const accessWords: Record<Endpoint['access'], string> = {
  open: 'Anybody.',
  optional: 'Anybody; a session, if one is sent, must be valid.',
  session: 'A signed-in member, verified or not.',
  verified: 'A member with a verified address.',
  onboarded: 'A verified member who has finished setting up their profile.',
  organiser: 'An organiser: a moderator or an admin.',
  admin: 'An admin.',
};

const scopeWords: Record<Scope, string> = {
  read: 'Read what the member may read, without direct messages.',
  'write:photos': 'Change posts, series, exhibitions, comments, likes and saved posts.',
  'write:social': 'Change follows, blocks, the profile and which notifications are read.',
  'write:forum': 'Change topics, posts, polls and drafts.',
  'admin:read': 'Read what organisers read.',
};

/** Returns `photos` for `/photos/{id}/like`. */
export const tagOf = ({ path }: Pick<Endpoint, 'path'>): string => {
  const [first = '', second = ''] = path.slice(1).split('/');
  return first === 'forum' ? second : first;
};

/** Returns the declared refusals and those implied by access and inputs. */
export function refusalsOf({ access, takes, ownPagesOnly, refuses = [], shape }: Endpoint): RefusalCode[] {
  const { params, query, body } = shape;
  const levels: Endpoint['access'][] = ['open', 'optional', 'session', 'verified', 'onboarded', 'organiser', 'admin'];
  const isAtLeast = (level: Endpoint['access']): boolean => levels.indexOf(access) >= levels.indexOf(level);
  return [
    ...new Set<RefusalCode>([
      ...(isAtLeast('optional') ? (['scope_required'] as const) : []),
      ...(isAtLeast('session') ? (['unauthenticated'] as const) : []),
      ...(isAtLeast('verified') ? (['email_unverified'] as const) : []),
      ...(isAtLeast('onboarded') ? (['onboarding_required'] as const) : []),
      ...(access === 'organiser' ? (['forbidden'] as const) : []),
      ...(access === 'admin' ? (['admin_only'] as const) : []),
      ...(takes ? (['malformed', 'too_large', 'unsupported_media_type'] as const) : []),
      ...(ownPagesOnly ? (['forbidden'] as const) : []),
      ...(params || query || body ? (['validation'] as const) : []),
      ...refuses,
      'too_many_requests',
    ]),
  ].sort((first, second) => refusalStatus[first] - refusalStatus[second]);
}

function describeOperation(call: Endpoint): Operation {
  const { params, query, body, answer } = call.shape;
  const schema = body && schemaOf(body, 'input');
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...(call.takes === 'signed json' ? [signature] : []),
  ];
  return {
    operationId: call.name,
    tags: [tagOf(call)],
    summary: call.summary,
    description: `For: ${accessWords[call.access]}${call.scope ? ` Tokens need the scope \`${call.scope}\`.` : ''}`,
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(call.takes && schema && { requestBody: { required: true, content: bodyContent(call, schema) } }),
    ...(call.takes === 'signed json' && { requestBody: { required: true, content: { 'application/json': { schema: signedBody } } } }),
    responses: { [String(call.status ?? 200)]: describeSuccess(call, answer), ...refusalResponses(call) },
  };
}

function securityOf({ name, access, scope }: Endpoint): Operation['security'] {
  if (name === 'refresh') return [{ refresh: [] }];
  if (access === 'open') return [];
  return [{ bearer: [] }, ...(scope ? [{ token: [scope] }] : [])];
}

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema;
  return schema;
};

function parametersOf(type: z.ZodType | undefined, location: 'path' | 'query'): Parameter[] {
  if (!type) return [];
  const { properties = {}, required = [] } = schemaOf(type, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema,
  }));
}

const signature: Parameter = {
  ...{ name: 'stripe-signature', in: 'header', required: true, schema: { type: 'string' } },
  description: 'Of the time and the very bytes of the body.',
};
const signedBody: Schema = { type: 'object', description: 'An event, as its sender writes it.' };

function bodyContent({ takes }: Endpoint, schema: Schema): Content['content'] {
  const files: Schema = { ...schema, description: 'Text fields; files stand beside them as the summary tells.' };
  return {
    ...(takes?.startsWith('json') && { 'application/json': { schema } }),
    ...(takes?.endsWith('form') && { 'multipart/form-data': { schema: files } }),
  };
}

function describeSuccess({ status = 200, sends }: Endpoint, answer: z.ZodType): Operation['responses'][string] {
  if (status === 302) return { description: 'Leads on.', headers: { location: { schema: { type: 'string' }, description: 'Where to.' } } };
  if (sends === 'application/zip')
    return { description: 'A file.', content: { [sends]: { schema: { type: 'string', format: 'binary' } } } };
  if (sends !== undefined)
    return { description: 'Events for as long as the connection lasts.', content: { [sends]: { schema: { type: 'string' } } } };
  return { description: status === 201 ? 'Made.' : 'Done.', content: { 'application/json': { schema: schemaOf(answer, 'output') } } };
}

function refusalResponses(call: Endpoint): Operation['responses'] {
  const byStatus: Record<string, RefusalCode[]> = {};
  for (const code of refusalsOf(call)) (byStatus[refusalStatus[code]] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        ...(status in saidInHeaders && {
          headers: Object.fromEntries(
            Object.entries(saidInHeaders[status]!).map(([name, description]) => [name, { schema: { type: 'integer' }, description }]),
          ),
        }),
      },
    ]),
  );
}

const wait = { 'retry-after': 'Seconds to wait.' };
const saidInHeaders: Record<string, Record<string, string>> = {
  429: {
    ...wait,
    'ratelimit-limit': 'How many are taken in a window.',
    'ratelimit-remaining': 'How many more are taken in this window: none.',
    'ratelimit-reset': 'Seconds until the window ends.',
  },
  503: wait,
};

const params: Schema = {
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
};
const refusalSchema: Schema = {
  type: 'object',
  description: 'What every refusal looks like.',
  required: ['message', 'code', 'reason', 'request_id'],
  properties: {
    message: { type: 'string', description: 'For people, in English whoever asks.' },
    reason: { type: 'string', description: 'Names the sentence of the message, for programs that say it in another language.' },
    params: { ...params, description: 'What is filled in to the sentence.' },
    code: { enum: [...Object.keys(refusalStatus), 'internal'], description: 'For programs; stable.' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } }, description: 'Texts by field.' },
    error_reasons: {
      type: 'object',
      additionalProperties: {
        type: 'array',
        items: { type: 'object', required: ['reason'], properties: { reason: { type: 'string' }, params } },
      },
      description: 'The same by their reasons, in the same order.',
    },
    data: { description: 'What is kept instead of what was sent, where a call says so.' },
    request_id: { type: 'string', description: 'Names this request in the server’s log.' },
  },
};
