import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { type Scope, scopes } from '@mbari/contract/platform/endpoint';
import type pg from 'pg';
import { inject } from 'vitest';
import { buildApp } from '../app.ts';
import { openIdentityProviders } from '../platform/adapters/identity-provider.ts';
import { imagesFolder } from '../platform/adapters/image-store.ts';
import { openLog } from '../platform/adapters/log.ts';
import { openImageStore } from '../platform/adapters/s3-image-store.ts';
import { secretsFrom } from '../platform/adapters/secrets.ts';
import { openStorageSpace } from '../platform/adapters/storage-space.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/database.ts';
import { openReplicas } from '../platform/db/open-replicas.ts';
import { openRateLimits } from '../platform/http/rate-limits.ts';
import { apiTokenPrefix } from '../platform/http/viewer.ts';
import { openSharedCounters } from '../platform/http/window-counters.ts';
import { newId } from '../platform/ids.ts';
import { openImages } from '../platform/images/images.ts';
import { isLocalhostOnly } from '../platform/localhost.ts';
import { openMarkdown } from '../platform/markdown/markdown.ts';
import { openSite } from '../platform/site/open-site.ts';
import { type HttpAnswer, sendRequest } from './http-client.ts';
import { startPlainProxy } from './plain-proxy.ts';
import { makeQuickFolder } from './quick-folder.ts';
import { openConnections, releaseConnections, returnDatabase, takeDatabase } from './reused-databases.ts';
import { testWebhookSecret } from './stripe.ts';

export interface TestApp {
  context: Context;
  db: Database;
  database: string;
  /** Origin for requests, such as http://127.0.0.1:41234. */
  url: string;
  /** Origin on which the server listens. Differs from `url` behind a proxy, if PUBLIC_URL is public. */
  direct: string;
  /** Calls the API below /api/v1, or at a whole URL. `json` sends JSON, `form` multipart. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  close(): Promise<void>;
}

export interface CallOptions {
  token?: string | undefined;
  json?: unknown;
  form?: FormData;
  /** Sent unchanged; set its content type in `headers`. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

export interface TestAnswer extends HttpAnswer {
  // Untyped, because each test expects another shape.
  json: any;
}

/**
 * Starts an application with its own database and port. Close it in afterAll. `beside` adds a second node to an application; close the
 * second node first. `on` uses an existing migrated database.
 */
export async function startTestApp(
  settings: Record<string, string> = {},
  parts: Partial<Context> = {},
  { beside, on }: { beside?: TestApp; on?: pg.PoolConfig & { database: string } } = {},
): Promise<TestApp> {
  const folder = beside?.context.config.dataFolder ?? (await makeQuickFolder('mbari-app-'));
  const name = on?.database ?? beside?.database ?? (await takeDatabase());
  const config = readConfig(
    { MBARI_DATA: folder, RATE_LIMIT_SCALE: '1000', STRIPE_WEBHOOK_SECRET: testWebhookSecret, ...settings },
    folder,
  );
  const connections = openConnections({ ...(on ?? (inject('postgres') as pg.PoolConfig)), database: name });
  const { db, counting } = connections;
  const secrets = beside?.context.secrets ?? secretsFrom(randomBytes(32));
  const context = await openTestContext(config, { db, counting, secrets }, parts);
  const app = buildApp(context, { checkAnswers: true });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const direct = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  // A public name is reached through a proxy that forwards the name.
  const proxy = isLocalhostOnly(config) ? null : await startPlainProxy(direct, { host: config.publicUrl.host });
  const url = proxy?.url ?? direct;
  return {
    context,
    db,
    database: name,
    url,
    direct,
    call: (method, path, options) => sendCall(url, method, path, options),
    async close() {
      await proxy?.close();
      const closed = app.close();
      // An unused open connection would delay the server's stop by a minute.
      app.server.closeAllConnections();
      await closed;
      await context.images.close();
      await context.markdown.close();
      await context.replicas.close();
      await releaseConnections(name, connections);
      if (beside) return;
      if (!on) await returnDatabase(name);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let renderers: Pick<Context, 'images' | 'markdown'> | undefined;

/** Opens adapters that all applications of a worker share, because starting their process and thread costs more than most tests. */
const openRenderers = (): Pick<Context, 'images' | 'markdown'> => ({
  images: { ...openImages(openLog('silent'), { worker: inject('imagesWorker'), yields: false }), close: async () => {} },
  markdown: { ...openMarkdown({ worker: inject('markdownWorker') }), close: async () => {} },
});

/** Opens the product's own adapters, except those that a test supplies. */
async function openTestContext(
  config: Config,
  { db, counting, secrets }: { db: Database; counting: Database; secrets: Context['secrets'] },
  parts: Partial<Context>,
): Promise<Context> {
  return {
    config,
    db,
    replicas: openReplicas(parts.db ?? db, config.replicas, () => undefined),
    log: openLog('silent'),
    now: () => new Date(),
    secrets,
    limits: openRateLimits({ scale: config.rateLimitScale, counters: openSharedCounters(counting, secrets) }),
    ...(renderers ??= openRenderers()),
    store: await openImageStore(config),
    space: openStorageSpace(imagesFolder(config), openLog('silent')),
    identityProviders: openIdentityProviders(config),
    site: openSite(config, db),
    archiveWorker: inject('archiveWorker'),
    ...parts,
  };
}

async function sendCall(
  url: string,
  method: string,
  path: string,
  { token, json, form, body, headers = {} }: CallOptions = {},
): Promise<TestAnswer> {
  const answer = await sendRequest(path.startsWith('http') ? path : `${url}${path.startsWith('/api/') ? '' : '/api/v1'}${path}`, {
    method,
    headers: {
      // Only compression tests request compressed bodies.
      'accept-encoding': 'identity',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: form ?? body ?? (json === undefined ? null : JSON.stringify(json)),
  });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { ...answer, json: isJson ? JSON.parse(answer.text) : undefined };
}

export interface TestMember {
  id: string;
  username: string;
  email: string;
  /** Bearer token of a live session. */
  token: string;
  session_id: string;
}

/** Inserts a member, onboarded by default. `columns` override the row's. */
export async function addTestMember(
  app: Pick<TestApp, 'db'>,
  columns: Record<string, unknown> = {},
  options: { interests?: boolean } = {},
): Promise<TestMember> {
  const id = newId();
  const username = `m${id.replaceAll('-', '').slice(-16)}`;
  const row: Record<string, unknown> = {
    id,
    username,
    name: `Member ${username}`,
    email: `${username}@example.test`,
    email_verified_at: new Date(),
    gender: 'female',
    date_of_birth: '1990-01-01',
    occupation: 'Weaver',
    bio: 'I weave.',
    ...columns,
  };
  const names = Object.keys(row);
  const interests = 'insert into member_interests select $1, id from categories order by position limit 1';
  await app.db.pool.query(
    `with ${options.interests === false ? '' : `interested as (${interests}),`}
          added as (insert into members (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}))
     select`,
    Object.values(row),
  );
  const { token, session_id } = await addTestSession(app, id);
  return { id, username: row['username'] as string, email: row['email'] as string, token, session_id };
}

/** Inserts onboarded members with these names, who joined in this order. */
export async function addTestMembers<const Names extends readonly string[]>(
  app: Pick<TestApp, 'db'>,
  ...names: Names
): Promise<{ [Index in keyof Names]: TestMember }> {
  const members: TestMember[] = [];
  for (const name of names) members.push(await addTestMember(app, { name }));
  return members as { [Index in keyof Names]: TestMember };
}

export async function addTestSession(app: Pick<TestApp, 'db'>, memberId: string): Promise<{ token: string; session_id: string }> {
  const session_id = newId();
  const token = randomBytes(32).toString('base64url');
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  await app.db.run(
    `with added as (insert into sessions (id, member_id, refresh_hash) values ($1, $2, $3))
     insert into session_tokens values ($4, $1, now() + interval '1 hour')`,
    [session_id, memberId, randomBytes(32), hash(token)],
  );
  return { token, session_id };
}

export async function addTestApiToken(
  app: Pick<TestApp, 'db'>,
  memberId: string,
  grantedScopes: readonly Scope[] = scopes,
): Promise<string> {
  const token = `${apiTokenPrefix}${randomBytes(32).toString('base64url')}`;
  await app.db.run(`insert into api_tokens (id, member_id, name, token_hash, scopes) values ($1, $2, 'Script', sha256($3::bytea), $4)`, [
    newId(),
    memberId,
    token,
    grantedScopes,
  ]);
  return token;
}
