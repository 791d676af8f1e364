import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { answerAs, type CertifiedProvider, startCertifiedProvider } from '../../testing/certified-provider.ts';
import { returnFromProvider, startVisit } from '../../testing/provider-visit.ts';
import { failures } from './sign-in-failures.ts';

const accounts = {
  ngozi: { email: 'Ngozi.Eze@school.example', email_verified: true, name: 'Ngozi Eze', preferred_username: 'ngozi' },
  tunde: { email: 'tunde@school.example', email_verified: false, name: 'Tunde Alabi' },
};

let provider: CertifiedProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startCertifiedProvider('http://localhost:3000', accounts);
  app = await startTestApp(provider.settings);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

async function visitAs(account: keyof typeof accounts | null) {
  const visit = await startVisit(app);
  const callback = await answerAs(visit.url, account);
  return { visit, query: Object.fromEntries(callback.searchParams) };
}

test('members of a certified provider sign in repeatedly to the same account', async () => {
  const ids = [];
  for (let time = 0; time < 2; time += 1) {
    const { visit, query } = await visitAs('ngozi');
    expect(query).toMatchObject({ state: visit.state, code: expect.any(String), iss: provider.issuer });
    const { token, cookie, error } = await returnFromProvider(app, visit, query);
    expect(error).toBeNull();
    const { status, json } = await app.call('POST', '/auth/oauth/exchange', { json: { token }, headers: { cookie } });
    expect(status).toBe(200);
    expect(json.user).toMatchObject({ name: 'Ngozi Eze', username: 'ngozi', email: 'ngozi.eze@school.example', email_verified: true });
    ids.push(json.user.id);
  }
  expect(ids[0]).toBe(ids[1]);
});

test('the provider and the server both reject a reused code', async () => {
  const { visit, query } = await visitAs('ngozi');
  expect((await returnFromProvider(app, visit, query)).error).toBeNull();
  expect((await returnFromProvider(app, visit, query)).error).toBe(failures.refused.text);
});

test('a code fetched by one browser is useless in another', async () => {
  const { query } = await visitAs('ngozi');
  const visit = await startVisit(app);
  expect((await returnFromProvider(app, visit, { ...query, state: visit.state })).error).toBe(failures.refused.text);
});

test('an answer with a different issuer is rejected', async () => {
  const { visit, query } = await visitAs('ngozi');
  expect((await returnFromProvider(app, visit, { ...query, iss: 'https://evil.example' })).error).toBe(failures.refused.text);
});

test('an address that the provider has not verified opens no account', async () => {
  const { visit, query } = await visitAs('tunde');
  expect((await returnFromProvider(app, visit, query)).error).toBe(failures.unvouched.text);
});

test('cancelling at the provider shows our own message', async () => {
  const { visit, query } = await visitAs(null);
  expect(query['error']).toBe('access_denied');
  const callback = await returnFromProvider(app, visit, query);
  expect(callback.error).toBe(failures.cancelled.text);
  expect(callback.location.href).not.toContain('nobody');
});
