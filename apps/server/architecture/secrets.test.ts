import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mailResetLink } from '../src/identity/passwords/reset-password.ts';
import { runJobs } from '../src/job-runner.ts';
import { openLog } from '../src/platform/adapters/log.ts';
import { refreshCookieOf } from '../src/testing/accounts.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp } from '../src/testing/app.ts';
import { startTestProvider, type TestProvider } from '../src/testing/identity-provider.ts';
import { openOutbox } from '../src/testing/mails.ts';
import { codeOf } from '../src/testing/passkeys.ts';
import { newIdentity, visitProvider } from '../src/testing/provider-visit.ts';

// One member uses every way of signing in while the log records everything. No credential may appear in the log or the database, and nothing
// that identifies the member may appear in the log.
const lines: string[] = [];
let provider: TestProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startTestProvider();
  app = await startTestApp(provider.settings, { log: openLog('trace', { write: (line) => void lines.push(line) }) });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const secrets = new Map<string, string>();
const personal = { email: 'canary.bird@example.test', moved: 'canary.nest@example.test', phone: '8031234567', name: 'Canary Nwosu' };
const passwords = {
  first: 'first canary in May',
  wrong: 'no canary of mine',
  reset: 'second canary in June',
  last: 'third canary in July',
};

async function call(label: string, method: string, path: string, options: Parameters<TestApp['call']>[2] = {}): Promise<TestAnswer> {
  const answer = await app.call(method, path, options);
  if (answer.json?.token) secrets.set(`bearer of ${label}`, answer.json.token as string);
  const cookie = refreshCookieOf(answer);
  if (cookie) secrets.set(`cookie of ${label}`, cookie);
  return answer;
}

/** Runs the jobs without their console output, which is only for the operator's terminal. */
async function mailedLinks(): Promise<string[]> {
  const terminal = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await runJobs(app.context);
  } finally {
    terminal.mockRestore();
  }
  return (await openOutbox(app).take()).flatMap((mail) => mail.links);
}
const mailedLink = async (part: string): Promise<URL> => new URL((await mailedLinks()).find((link) => link.includes(part))!);

const twice = (password: string) => ({ password, password_confirmation: password });

/** Returns all rows, including the job queue, as text; bytes as hexadecimal. */
async function everythingKept(): Promise<string> {
  const { rows } = await app.db.pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`,
  );
  const tables = await Promise.all(
    rows.map(({ name }) => app.db.pool.query<{ text: string | null }>(`select string_agg(to_jsonb(t)::text, ' ') as text from ${name} t`)),
  );
  return tables.map(({ rows: [row] }) => row?.text ?? '').join('\n');
}

/** Returns the forms of a stored secret: plain, hex, base64, and the bytes that it encodes. */
const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  // A cookie secret consists of two parts of 32 bytes.
  ...(/^(?:[\w-]{43}){1,2}$/.test(secret)
    ? (secret.match(/.{43}/g) ?? []).map((half) => Buffer.from(half, 'base64url').toString('hex'))
    : []),
];
const secretsIn = (text: string, words: Iterable<[string, string]>): string[] =>
  [...words].flatMap(([label, secret]) => (formsOf(secret).some((form) => text.includes(form)) ? [label] : []));

test('credentials are neither stored nor logged, and the log identifies no member', async () => {
  const storedSecrets: string[] = [];
  for (const [label, password] of Object.entries(passwords)) secrets.set(`password ${label}`, password);

  const organiser = await addTestMember(app, { role: 'moderator' });
  const invited = await call('inviting', 'POST', '/invitations', { token: organiser.token, json: { max_uses: 1, days: 1 } });
  const invitation = new URL(invited.json.link as string).searchParams.get('invitation')!;
  secrets.set('secret of an invitation', invitation);
  expect((await call('an invitation', 'POST', '/invitations/check', { json: { token: invitation } })).json.data.is_open).toBe(true);

  const registration = {
    name: personal.name,
    username: 'canary',
    email: personal.email,
    country_code: '+234',
    phone: `0${personal.phone}`,
    invitation,
  };
  const { token } = (await call('registering', 'POST', '/auth/register', { json: { ...registration, ...twice(passwords.first) } })).json;
  const verify = await mailedLink('/email/verify/');
  secrets.set('signature of the link to verify', verify.searchParams.get('signature')!);
  expect((await call('verifying', 'GET', verify.pathname + verify.search)).headers.get('location')).toContain('status=verified');
  await call('the link again', 'POST', '/email/resend-by-email', { json: { email: personal.email } });

  const logIn = (password: string, more = {}) =>
    call('login', 'POST', '/auth/login', { json: { email: personal.email, password, ...more } });
  expect((await logIn(passwords.wrong)).status).toBe(422);
  const signedIn = await call('another login', 'POST', '/auth/login', { json: { email: personal.email, password: passwords.first } });
  const cookie = `mbari_refresh=${refreshCookieOf(signedIn)}`;
  expect((await call('refreshing', 'POST', '/auth/refresh', { headers: { cookie } })).status).toBe(200);

  // The database is read while the mail with the link is queued.
  await mailResetLink({ email: personal.email }, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  storedSecrets.push(await everythingKept());
  const reset = (await mailedLink('/reset-password')).searchParams.get('token')!;
  secrets.set('token of the link to a new password', reset);
  storedSecrets.push(await everythingKept());
  const resetting = { token: reset, email: personal.email, ...twice(passwords.reset) };
  expect((await call('resetting', 'POST', '/auth/reset-password', { json: resetting })).status).toBe(200);
  expect((await call('resetting twice', 'POST', '/auth/reset-password', { json: resetting })).status).toBe(422);
  expect((await app.call('GET', '/me', { token })).status).toBe(401);
  expect((await call('forgetting', 'POST', '/auth/forgot-password', { json: { email: personal.email } })).status).toBe(200);

  const bearer = (await logIn(passwords.reset)).json.token as string;
  const changed = { current_password: passwords.reset, ...twice(passwords.last) };
  expect((await call('a new password', 'PUT', '/me/password', { token: bearer, json: changed })).status).toBe(200);

  const owner = { token: bearer, json: { password: passwords.last } };
  const { secret } = (await call('a second step', 'POST', '/me/totp', owner)).json.data;
  secrets.set('secret of the second step', secret);
  storedSecrets.push(await everythingKept());
  const response = await call('its confirmation', 'POST', '/me/totp/confirm', { token: bearer, json: { code: codeOf(secret) } });
  expect(response.status).toBe(200);
  for (const [index, code] of (response.json.recovery_codes as string[]).entries()) {
    secrets.set(`recovery code ${index}`, code);
    secrets.set(`recovery code ${index}, plain`, code.replace('-', ''));
  }
  expect((await logIn(passwords.last, { code: response.json.recovery_codes[0] })).status).toBe(200);

  const created = await call('a new token', 'POST', '/auth/tokens', {
    token: bearer,
    json: { name: 'Backup', scopes: ['read'], days: null, password: passwords.last },
  });
  const apiToken = created.json.token as string;
  secrets.set('API token', apiToken);
  secrets.set('API token, without its prefix', apiToken.slice('mbari_pat_'.length));
  const program = { token: apiToken };
  expect((await call('a program', 'GET', '/me', program)).status).toBe(200);
  expect((await call('a program without the scope', 'DELETE', '/me/sessions', program)).status).toBe(403);
  expect((await app.call('GET', `/me?token=${apiToken}`)).text).not.toContain(apiToken);
  expect((await app.call('GET', `/nowhere/${apiToken}`, program)).text).not.toContain(apiToken);
  await app.call('POST', `/forum/preview?token=${apiToken}`, {
    ...program,
    body: `{"body":"${apiToken}`,
    headers: { 'content-type': 'application/json' },
  });

  const address = { token: bearer, json: { email: personal.moved, password: passwords.last } };
  expect((await call('a new address', 'PUT', '/me/email', address)).status).toBe(200);
  const move = await mailedLink('/email/change/');
  secrets.set('signature of the link to a new address', move.searchParams.get('signature')!);
  expect((await call('moving', 'GET', move.pathname + move.search)).status).toBe(302);

  const back = await visitProvider(app, newIdentity());
  secrets.set('token of the provider’s answer', back.token!);
  storedSecrets.push(await everythingKept());
  const exchanged = await call('the provider', 'POST', '/auth/oauth/exchange', {
    json: { token: back.token },
    headers: { cookie: back.cookie },
  });
  expect(exchanged.status).toBe(200);

  // The log must not repeat unknown parameters.
  await app.call('POST', `/auth/login?password=${encodeURIComponent(passwords.last)}`, {
    body: `{"password":"${passwords.last}"`,
    headers: { 'content-type': 'application/json' },
  });
  await app.call('GET', `/nowhere/${bearer}?token=${bearer}`);
  expect((await call('closing', 'DELETE', '/me', owner)).status).toBe(200);
  await mailedLinks();
  storedSecrets.push(await everythingKept());

  expect(secrets.size).toBeGreaterThan(30);
  expect(lines.length).toBeGreaterThan(20);
  const log = lines.join('');
  expect(secretsIn(log, secrets)).toEqual([]);
  expect(secretsIn(log, Object.entries(personal))).toEqual([]);
  for (const state of storedSecrets) expect(secretsIn(state, secrets)).toEqual([]);

  // Proves that the search would find a secret.
  expect(storedSecrets[0]).toContain(personal.email);
  expect(secretsIn(`x ${Buffer.from(passwords.first).toString('hex')} x`, secrets)).toEqual(['password first']);
  app.context.log.info({ address: personal.email }, passwords.first);
  expect(secretsIn(lines.join(''), secrets)).toEqual(['password first']);
});
