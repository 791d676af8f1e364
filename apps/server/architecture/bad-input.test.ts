/** @module-tag sampled */
import { request } from 'node:http';
import { allCalls } from '@mbari/contract/all';
import type { Endpoint } from '@mbari/contract/platform/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../src/testing/app.ts';
import * as bad from '../src/testing/bad-values.ts';
import { asksAll, dueToday, howToRepeat } from '../src/testing/daily-share.ts';
import { type Watch, watchKept } from '../src/testing/fingerprint.ts';
import { sendRequest } from '../src/testing/http-client.ts';
import { startTestProvider, type TestProvider } from '../src/testing/identity-provider.ts';
import { type Ask, casesOf, isRefusal } from '../src/testing/matrix/driver.ts';
import { formWith } from '../src/testing/matrix/rows/photos.ts';
import { publicState } from '../src/testing/matrix/rules.ts';
import { table } from '../src/testing/matrix/table.ts';
import { makeWorld, tokenFor, type World } from '../src/testing/matrix/world.ts';
import { addTestPhoto } from '../src/testing/posts.ts';
import { runConcurrently } from '../src/testing/run-concurrently.ts';

let provider: TestProvider;
let app: TestApp;
let world: World;
let watch: Watch;
let sentCount = 0;
const problems: string[] = [];

beforeAll(async () => {
  provider = await startTestProvider();
  app = await startTestApp({ ...provider.settings, BACKUP_DIR: '/nowhere' });
  world = await makeWorld(app, publicState);
  watch = await watchKept(app);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

// Undoes a request to accept new rules, which would refuse the calls of later tests.
beforeEach(() => app.db.run('update rules_version set asked_version = 0 where asked_version > 0'));

interface Attempt {
  what: string;
  path?: string;
  body?: string | Buffer | FormData | null;
  headers?: Record<string, string>;
  token?: string | undefined;
}

/** Records a problem if the status is at least 500, or a refusal has another format or stores something. */
async function attempt(call: Endpoint, path: string, { what, body = null, headers = {}, token }: Attempt): Promise<number> {
  sentCount += 1;
  const { status, text } = await sendRequest(`${app.url}/api/v1${path}`, {
    method: call.method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: call.method === 'GET' ? null : body,
  });
  const fault = (problem: string): void => void problems.push(`${call.name} ${what}: ${problem} (${status} ${text.slice(0, 160)})`);
  if (status >= 500) fault('an accident');
  if (status >= 400) {
    if (!isRefusal(parsed(text))) fault('not the shape of a refusal');
    if (
      status === 422 &&
      (parsed(text) as { code?: string }).code === 'validation' &&
      Object.keys((parsed(text) as { errors?: object }).errors ?? {}).length === 0
    )
      fault('names no field');
    if (call.method !== 'GET' && (await watch.hasChanged())) fault('something was stored');
  } else if (call.method !== 'GET') {
    watch.forgive();
    await watch.hasChanged();
  }
  if (({} as Record<string, unknown>)['polluted'] !== undefined) fault('every object was polluted');
  return status;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a valid request from `testing/matrix`. The tests then damage one field at a time. */
async function goodRequest(call: Endpoint): Promise<{ ask: Ask; token: string | undefined }> {
  const actor = call.name === 'createPhoto' ? 'paid_member' : 'non_follower';
  const good = casesOf(
    table.filter((row) => row.call.name === call.name && (row.state === undefined || row.state.photo === 'ready')),
  ).filter((testCase) => testCase.expected.status < 400);
  const goodCase = good.find((candidate) => candidate.actor === actor) ?? good[0];
  if (!goodCase) throw new Error(`The table has no good request for ${call.name}`);
  const ask = (await goodCase.row.ask?.(world, goodCase.actor)) ?? {};
  // For calls that change the account, the matrix sends another member's token.
  const standIn = /^Bearer (.+)$/.exec(ask.headers?.['authorization'] ?? '')?.[1];
  return { ask, token: call.access === 'open' ? undefined : (standIn ?? (await tokenFor(world, goodCase.actor))) };
}

const fieldsOf = (call: Endpoint, part: 'query' | 'body'): Record<string, { maxLength?: number; type?: string }> => {
  const shape = call.shape[part];
  return shape
    ? ((
        z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as {
          properties?: Record<string, { maxLength?: number; type?: string }>;
        }
      ).properties ?? {})
    : {};
};

const wordClasses = [bad.oddCharacters, bad.protoWords, bad.sqlWords, bad.headerWords, bad.markup];

if (!asksAll) console.log(howToRepeat);

/** Returns a fortieth of the values for a call. Neighbouring calls of the contract get other shares. */
const due = <T>(call: Endpoint, values: readonly T[]): T[] => dueToday(values, 40, allCalls.indexOf(call));

/** Returns one field's share of each class of values. */
const shareOf = <T>(classes: readonly (readonly T[])[], index: number, fields: number): T[] =>
  classes.flatMap((values) => dueToday(values, Math.max(fields, 40), index));

function valuesFor(field: string, index: number, fields: number): unknown[] {
  const kind = field === 'email' ? bad.badEmails : field === 'username' || field === 'name' ? bad.badNames : [];
  return [...shareOf<unknown>([bad.wrongTypes, bad.oversized, ...wordClasses, bad.badNumbers.slice(0, 8)], index, fields), ...kind];
}

const pathWith = (call: Endpoint, { path, params = {}, query }: Ask, change: Record<string, string> = {}): string => {
  const file = path ?? call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => change[name] ?? encodeURIComponent(params[name] ?? 'x'));
  return query ? `${file}?${query}` : file;
};

interface Address {
  path: string;
  what: string;
}

function badAddresses(call: Endpoint, { params, query = '' }: Ask): Address[] {
  const values = due(call, [...bad.badPaths, ...bad.sqlWords.map(encodeURIComponent), ...bad.protoWords]);
  return [...call.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    values.map((value) => ({
      path: pathWith(call, { params: { id: world.photo.id, ...params }, query }, { [name]: value }),
      what: `${name}=${value.slice(0, 40)}`,
    })),
  );
}

function badQueries(call: Endpoint, path: string): Address[] {
  const odd = bad.oddCharacters.filter((text) => !/\p{Cs}/u.test(text));
  const classes = [bad.badNumbers, bad.sqlWords, bad.protoWords, odd, ['a'.repeat(5_000)]];
  const fields = Object.keys(fieldsOf(call, 'query'));
  return [
    ...['__proto__[polluted]=1', 'constructor[prototype][polluted]=1', '__proto__=1', '%00', '&&&=', 'a'.repeat(12_000)],
    ...fields.flatMap((field, index) => shareOf(classes, index, fields.length).map((value) => `${field}=${encodeURIComponent(value)}`)),
    ...fields.map((field) => `${field}=1&${field}=2`),
  ].map((query) => ({ path: `${path}${path.includes('?') ? '&' : '?'}${query}`, what: `?${query.slice(0, 60)}` }));
}

/** Calls whose body has no required field. */
const withoutRequiredField =
  'updateProfile saveForumSettings customiseProfile updateForumCategory updateCategory updateTopic pinTopic restoreTopic updateAnnouncement changeJoining updateChallenge chooseImportItems updateConversation'.split(
    ' ',
  );
const json = { 'content-type': 'application/json' };
const show = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

// `npm test` sends bad input to a third of the calls a day.
describe.each(dueToday(allCalls, 3).map((call) => ({ name: call.name, call })))('$name', ({ call }) => {
  test('bad input gets a refusal that stores nothing, or is accepted without an error', async () => {
    problems.length = 0;
    const { ask, token } = await goodRequest(call);
    watch.forgive();
    await watch.hasChanged();
    const path = pathWith(call, ask);
    // Logging out ends the session, so each attempt gets a new session.
    const fresh = async (): Promise<string | undefined> => {
      if (call.name !== 'logout') return token;
      const next = await goodRequest(call);
      watch.forgive();
      await watch.hasChanged();
      return next.token;
    };

    const addresses = [...badAddresses(call, ask), ...(call.method === 'GET' ? badQueries(call, path) : [])];
    const body = ask.json === undefined ? null : JSON.stringify(ask.json);
    // Reads run concurrently, except for event streams, which are limited per member. After each write, the test checks what was stored.
    await runConcurrently(addresses, call.method === 'GET' && call.name !== 'readEvents' ? 6 : 1, ({ path, what }) =>
      attempt(call, path, { what, token, body, headers: body === null ? {} : json }),
    );

    if (call.takes?.startsWith('json')) {
      const base = (ask.json ?? {}) as Record<string, unknown>;
      const fields = Object.keys(fieldsOf(call, 'body'));
      expect(fields.length, 'the shape of the body was read').toBeGreaterThan(0);
      for (const [index, field] of fields.entries())
        for (const value of valuesFor(field, index, fields.length))
          await attempt(call, path, {
            what: `${field}=${show(value)}`,
            token,
            headers: json,
            body: JSON.stringify({ ...base, [field]: value }),
          });
      for (const type of due(call, bad.badContentTypes))
        expect(
          await attempt(call, path, { what: type, token, headers: { 'content-type': type }, body: JSON.stringify(base) }),
          type,
        ).toSatisfy((status: number) => status >= 400);
      for (const encoding of ['gzip', 'br', 'identity, gzip'])
        expect(
          await attempt(call, path, {
            what: encoding,
            token,
            headers: { ...json, 'content-encoding': encoding },
            body: JSON.stringify(base),
          }),
        ).toBe(415);
    }

    if (call.method !== 'GET')
      for (const body of due(call, bad.badJson)) {
        const status = await attempt(call, path, {
          what: `the body ${show(String(body).slice(0, 40))}`,
          token: await fresh(),
          headers: json,
          body,
        });
        if (call.takes?.startsWith('json') && status < 400)
          expect(withoutRequiredField, 'a body of no known field is refused').toContain(call.name);
      }

    if (call.takes === 'form') await badForms(call, path, token);
    expect(problems).toEqual([]);
  });
});

async function badForms(call: Endpoint, path: string, token: string | undefined): Promise<void> {
  const fields = Object.keys(fieldsOf(call, 'body'))
    .filter((name) => name !== 'alt')
    .concat('alt[0]', 'alt[2]', 'alt[__proto__]', 'images', '__proto__', 'alt[-1]');
  for (const [index, field] of fields.entries())
    for (const value of [...shareOf(wordClasses, index, fields.length), 'a'.repeat(300), 'a'.repeat(70_000)]) {
      // The form replaces lone surrogates and line breaks, so the server receives another value. An odd title gets an image, so that a missing
      // image does not cause a refusal.
      const form = await formWith(field === 'title' && bad.oddCharacters.includes(value) ? 1 : 0, { title: 'A cloth', [field]: value });
      await attempt(call, path, { what: `${field}=${show(value)}`, token, body: form });
    }
  for (const name of ['images[999999]', 'images[__proto__]', 'images[-1]', 'images[]', '', 'photo', 'images[0][0]']) {
    const form = await formWith(1);
    form.append(name, new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' }), '../../x.png');
    expect(await attempt(call, path, { what: `a file called ${name}`, token, body: form }), name).toBeGreaterThanOrEqual(400);
  }
  for (const type of due(call, [...bad.badContentTypes, 'multipart/form-data; boundary=x']))
    expect(
      await attempt(call, path, { what: type, token, headers: { 'content-type': type }, body: '--y\r\n\r\nnothing' }),
      type,
    ).toBeGreaterThanOrEqual(400);
}

test('the server accepts only its own host name, and no response contains one from the request', async () => {
  for (const host of bad.badHosts) {
    const { status, text } = await withHost('/api/v1/site', { host });
    expect(status === 421 || status === 400, `${host}: ${status}`).toBe(true);
    if (host !== '') expect(text).not.toContain('evil');
  }
  const { status, text } = await withHost('/api/v1/site', {
    'x-forwarded-host': 'evil.example',
    'forwarded': 'host=evil.example',
    'x-http-method-override': 'DELETE',
  });
  expect(status).toBe(200);
  expect(text).not.toContain('evil.example');
});

/** Sends a raw request, because fetch sets the Host header itself. */
function withHost(path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(`${app.url}${path}`, { headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sending.on('error', reject);
    sending.end();
  });
}

test('a path in another spelling is refused, and a header cannot override the method', async () => {
  for (const call of allCalls.filter(({ access }) => access !== 'open')) {
    const path = call.path.replaceAll(/\{\w+\}/g, world.photo.id);
    for (const spelling of due(call, [
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      path.replace('/', '/%2e/'),
      `${path}%00`,
      `${path};a=b`,
      `${path}.json`,
    ]))
      expect(await attempt(call, spelling, { what: spelling }), spelling).toBeGreaterThanOrEqual(400);
  }
  const { token } = await goodRequest(allCalls.find(({ name }) => name === 'likePhoto')!);
  const photo = await addTestPhoto(app, world.bystander);
  const overridden = await app.call('GET', `/photos/${photo.id}`, {
    token,
    headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
  });
  expect(overridden.status).toBe(200);
});

test('the server still answers after all requests', async () => {
  expect(sentCount).toBeGreaterThan(500);
  expect((await app.call('GET', '/site')).status).toBe(200);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
