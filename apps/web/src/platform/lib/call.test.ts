import { readEmailStatus } from '@mbari/contract/identity/auth';
import { logout } from '@mbari/contract/identity/sessions';
import { type CurrentUser, readMe } from '@mbari/contract/people/members';
import { readPhoto } from '@mbari/contract/photos/posts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, CallRefused, errorMessage, onSessionLost } from './call.ts';
import { type Need, type OnboardingStage, redirectFor, safeReturnPath } from './redirect-after-sign-in.ts';
import { retryUntilSuccess } from './retry-until-success.ts';
import { storedUser, storeUser } from './stored-session.ts';

describe('call', () => {
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

  test('an answer of a proxy that cannot reach the server is reported as a lost connection, and a refusal of the server is not', async () => {
    const unreached: unknown[] = [];
    vi.stubGlobal('dispatchEvent', ({ type }: Event) => unreached.push(type));
    const refused = json(503, { message: 'Try again.', code: 'overloaded', request_id: '' });
    const notReached = new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
    for (const [answer, reported] of [
      [refused, 0],
      [notReached, 1],
    ] as const) {
      vi.stubGlobal('fetch', async () => answer);
      await expect(call(readMe)).rejects.toMatchObject({ status: answer.status });
      expect(unreached).toHaveLength(reported);
    }
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
});

describe('retry until success', () => {
  let window: EventTarget;
  beforeEach(() => {
    vi.useFakeTimers();
    window = new EventTarget();
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function failing(times: number) {
    const read = vi.fn(async () => {
      if (read.mock.calls.length <= times) throw new Error('no line');
    });
    return read;
  }

  test('a successful read runs once', async () => {
    const read = failing(0);
    retryUntilSuccess(read).begin();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('a failed read is retried after two, four and eight seconds, at most five times in all', async () => {
    const read = failing(99);
    retryUntilSuccess(read).begin();
    for (const [seconds, times] of [
      [1.9, 1],
      [0.2, 2],
      [4, 3],
      [8, 4],
      [16, 5],
      [600, 5],
    ] as const) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      expect(read).toHaveBeenCalledTimes(times);
    }
  });

  test('a failed read is retried as soon as the connection returns', async () => {
    const [failed, worked] = [failing(1), failing(0)];
    retryUntilSuccess(failed).begin();
    retryUntilSuccess(worked).begin();
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect([failed.mock.calls.length, worked.mock.calls.length]).toEqual([2, 1]);
  });

  test('no read starts once reading has ended', async () => {
    const read = failing(99);
    const reading = retryUntilSuccess(read);
    reading.begin();
    await vi.advanceTimersByTimeAsync(0);
    reading.end();
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('a read requested during another does not run once reading has ended', async () => {
    const read = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    const reading = retryUntilSuccess(read);
    reading.begin();
    await vi.advanceTimersByTimeAsync(500);
    reading.begin();
    reading.end();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read).toHaveBeenCalledTimes(1);
  });
});

const table: [need: Need, stage: OnboardingStage, to: string | null][] = [
  ['guest', 'guest', null],
  ['guest', 'session', '/verify-email'],
  ['guest', 'verified', '/onboarding'],
  ['guest', 'onboarded', '/feed'],
  ['session', 'guest', '/login'],
  ['session', 'session', null],
  ['session', 'verified', '/onboarding'],
  ['session', 'onboarded', '/feed'],
  ['verified', 'guest', '/login'],
  ['verified', 'session', '/verify-email'],
  ['verified', 'verified', null],
  ['verified', 'onboarded', '/feed'],
  ['onboarded', 'guest', '/login'],
  ['onboarded', 'session', '/verify-email'],
  ['onboarded', 'verified', '/onboarding'],
  ['onboarded', 'onboarded', null],
  ['onboarded', 'unaccepted', '/accept-rules'],
  ['guest', 'unaccepted', '/accept-rules'],
  ['unaccepted', 'unaccepted', null],
  ['unaccepted', 'onboarded', '/feed'],
  ['unaccepted', 'guest', '/login'],
  [undefined, 'unaccepted', null],
  [undefined, 'guest', null],
  [undefined, 'session', null],
  [undefined, 'verified', null],
  [undefined, 'onboarded', null],
];

describe('the guard', () => {
  test.each(table)('a screen for %s that is opened by %s redirects to %s', (need, stage, to) => {
    expect(redirectFor(need, stage)).toBe(to);
  });
});

describe('the redirect after signing in', () => {
  test.each(['/', '/feed', '/post/0191?from=%2Ffeed#comments', '/user/ọ̀ṣun', '/feed?next=//elsewhere.example'])(
    'sign-in returns to %s',
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );
  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/feed\\..\\..',
    'javascript:alert(1)',
    'feed',
    '',
    '/api/v1/auth/oauth/redirect',
    undefined,
    null,
    42,
    { toString: () => '/feed' },
  ])('sign-in never returns to %j', (path) => {
    expect(safeReturnPath(path)).toBeNull();
  });
});

test('the stored member contains no email address, phone number or birthday', () => {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  const hidden = { email: 'ada@example.org', phone: '+2348031234567', date_of_birth: '1990-04-12' };
  const user = {
    ...{ id: '1', name: 'Ada', username: 'ada', email_verified: true, has_onboarding: true, role: 'member', avatar_url: null },
    ...{ profile_image: null, forum_settings: { show_email: false } },
    subscription: { is_active: false, is_paid_plan: false, plan_name: null, ends_at: null },
    announcements: [],
    viewer: { may_post: true, images_per_post: 1, upgrade_url: `https://buy.stripe.com/x?prefilled_email=${hidden.email}` },
    ...hidden,
  } as unknown as CurrentUser;
  storeUser(user);
  expect(storedUser()).toMatchObject({ name: 'Ada', viewer: { may_post: true } });
  for (const value of Object.values(hidden)) expect([...storage.values()].join()).not.toContain(value);
});
