import { readEmailStatus } from '@mbari/contract/identity/auth';
import { logout } from '@mbari/contract/identity/sessions';
import { readMe } from '@mbari/contract/people/members';
import { readPhoto } from '@mbari/contract/photos/posts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, CallRefused, onSessionLost, errorMessage } from './call.ts';

/** Fake server that accepts one token only. Each test sets its answer to the refresh cookie. */
let trade: () => Response;
let requests: string[];
let lostCount = 0;
onSessionLost(() => (lostCount += 1));

function fakeStorage() {
  const storage = new Map<string, string>();
  return {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  };
}

const json = (status: number, body: object, headers?: Record<string, string>) => new Response(JSON.stringify(body), { status, headers });
const expired = () => json(401, { message: 'Unauthorized', code: 'unauthenticated', request_id: '' });

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('sessionStorage', fakeStorage());
  requests = [];
  lostCount = 0;
  trade = () => json(200, { token: 'fresh' });
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
    requests.push(url);
    if (url === '/api/v1/auth/refresh') return trade();
    return headers.get('authorization') === 'Bearer fresh' ? json(200, { data: { id: 'me' } }) : expired();
  });
  localStorage.setItem('auth_token', 'stale');
});
afterEach(() => vi.unstubAllGlobals());

test('three calls with an expired session renew it once, and all succeed', async () => {
  const answers = await Promise.all([call(readMe), call(readMe), call(readPhoto, { params: { id: 'a b' } })]);
  expect(answers).toHaveLength(3);
  expect(requests.filter((url) => url.endsWith('/auth/refresh'))).toHaveLength(1);
  expect(requests).toContain('/api/v1/photos/a%20b');
  expect(localStorage.getItem('auth_token')).toBe('fresh');
  expect(lostCount).toBe(0);
});

test('a session that cannot be renewed ends', async () => {
  trade = expired;
  await expect(call(readMe)).rejects.toMatchObject({ status: 401, message: 'Unauthorized' });
  expect(lostCount).toBe(1);
});

test('a busy server does not end the session', async () => {
  trade = () => json(503, { message: 'Too busy', code: 'overloaded', request_id: '' }, { 'retry-after': '3' });
  await expect(call(readMe)).rejects.toMatchObject({ status: 503, code: 'overloaded', retryAfter: 3 });
  expect(lostCount).toBe(0);
});

test.each([
  ['asking for the email status', () => call(readEmailStatus)],
  ['signing out', () => call(logout)],
])('a 401 of %s does not end the session', async (_, make) => {
  trade = expired;
  await expect(make()).rejects.toBeInstanceOf(CallRefused);
  expect(lostCount).toBe(0);
});

test('a renewed token does not undo a sign-out', async () => {
  const signingOut = call(logout);
  localStorage.removeItem('auth_token');
  await signingOut;
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('a response without a message is described by its status', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
  await expect(call(readMe)).rejects.toThrow('HTTP error! status: 502');
});

test('a form shows its own message if the server sends none', async () => {
  const refusalFor = async (response: Response): Promise<unknown> => {
    vi.stubGlobal('fetch', async () => response);
    return call(readMe).catch((error: unknown) => error);
  };
  expect(errorMessage(await refusalFor(new Response('<html>', { status: 502 })), 'Failed to fetch')).toBe('Failed to fetch');
  const refusalBody = { message: 'Too much of it', code: 'rate_limited', request_id: '' };
  expect(errorMessage(await refusalFor(json(429, refusalBody)), 'Failed to fetch')).toBe('Too much of it');
  expect(errorMessage(new TypeError('no line'), 'Failed to fetch')).toBe('Failed to fetch');
});

test('the error of a conflict has the stored version', async () => {
  vi.stubGlobal('fetch', async () => json(409, { message: 'Written elsewhere', code: 'conflict', data: { version: 2 }, request_id: '' }));
  await expect(call(readMe)).rejects.toMatchObject({ status: 409, data: { version: 2 } });
});

test.each([
  { message: 'You must VERIFY YOUR EMAIL to continue.' },
  { message: 'Please verify your email first.', code: 'email_unverified' },
  { message: 'Verifiez', code: 'email_unverified' },
])('a 403 for an unverified address shows the message to verify first: %o', async (body) => {
  trade = () => json(200, { token: 'fresh' });
  vi.stubGlobal('fetch', async () => json(403, { request_id: '', ...body }));
  const refusal = await call(readMe).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 403, code: 'email_unverified', serverMessage: 'Please verify your email before logging in.' });
});

test('the error of any other 403 has the server’s code and message', async () => {
  vi.stubGlobal('fetch', async () => json(403, { message: 'Closed', code: 'locked', request_id: '' }));
  expect(await call(readMe).catch((error: unknown) => error)).toMatchObject({ code: 'locked', serverMessage: 'Closed' });
});
