import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { fetchAs, openOutbox, programs } from '../../testing/mails.ts';

let app: TestApp;
let outbox: ReturnType<typeof openOutbox>;
let now = new Date();
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: 'https://mbari.example' }, { now: () => now });
  outbox = openOutbox(app);
});
beforeEach(async () => {
  now = new Date();
  await outbox.take();
});
afterAll(() => app.close());

const addPending = (columns: Record<string, unknown> = {}): Promise<TestMember> =>
  addTestMember(app, { email_verified_at: null, ...columns });

async function mailedLink(member: TestMember): Promise<string> {
  expect((await app.call('POST', '/email/resend', { token: member.token })).status).toBe(200);
  await runJobs(app.context);
  const mails = (await outbox.take()).filter(({ subject }) => subject.startsWith('Verify'));
  expect(mails.map(({ to }) => to)).toEqual([member.email]);
  return mails[0]!.links[0]!;
}
async function openLink(link: string): Promise<string | null> {
  const { pathname, search } = new URL(link);
  const { status, headers } = await app.call('GET', pathname + search);
  expect(status).toBe(302);
  expect(headers.get('set-cookie')).toBeNull();
  return headers.get('location');
}
const page = (status: string): string => `https://mbari.example/verify-email?status=${status}`;
const isVerified = async ({ token }: TestMember): Promise<boolean> =>
  (await app.call('GET', '/email/status', { token })).json.email_verified;

test('the mailed link verifies the address; a second click reports that it is already verified', async () => {
  const member = await addPending();
  expect((await app.call('GET', '/email/status', { token: member.token })).json).toEqual({ email_verified: false, verified: false });
  const link = await mailedLink(member);
  expect(link).toMatch(/^https:\/\/mbari\.example\/api\/v1\/email\/verify\//);
  expect(await openLink(link)).toBe(page('verified'));
  expect((await app.call('GET', '/email/status', { token: member.token })).json).toEqual({ email_verified: true, verified: true });
  expect(await openLink(link)).toBe(page('already-verified'));
});

test.each(programs)('%s verifies nothing and leaves the link usable', async (_who, method, headers) => {
  const member = await addPending();
  const link = await mailedLink(member);
  expect(await fetchAs(app, link, method, headers)).toEqual({ status: 204, location: undefined, cached: 'no-store', body: '' });
  expect(await isVerified(member)).toBe(false);
  const answer = await fetchAs(app, link, 'GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' });
  expect([answer.status, answer.location]).toEqual([302, page('verified')]);
});

test('the welcome is mailed once, however often the link is opened', async () => {
  const member = await addPending();
  const link = await mailedLink(member);
  const pages = await Promise.all(Array.from({ length: 10 }, () => openLink(link)));
  expect(pages.filter((location) => location === page('verified'))).toHaveLength(1);
  expect(pages.filter((location) => location === page('already-verified'))).toHaveLength(9);
  await runJobs(app.context);
  expect((await outbox.take()).map(({ to, subject }) => [to, subject])).toEqual([[member.email, 'Welcome to Mbari']]);
});

test('a tampered link verifies nobody and explains the error', async () => {
  const member = await addPending();
  const otherMember = await addPending();
  const link = new URL(await mailedLink(member));
  const changeLink = (change: (url: URL) => void): string => {
    const copy = new URL(link);
    change(copy);
    return copy.href;
  };
  const cases: [string, string][] = [
    ['invalid-signature', changeLink((url) => url.searchParams.set('signature', 'a'.repeat(43)))],
    ['invalid-signature', changeLink((url) => url.searchParams.delete('signature'))],
    ['invalid-signature', changeLink((url) => url.searchParams.delete('expires'))],
    ['invalid-signature', changeLink((url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1)))],
    ['invalid-signature', changeLink((url) => url.searchParams.set('expires', '1e99'))],
    ['invalid-signature', changeLink((url) => (url.pathname = url.pathname.replace(member.id, otherMember.id)))],
    ['invalid-signature', changeLink((url) => (url.pathname = url.pathname.replace(member.id, '1')))],
    ['invalid-hash', changeLink((url) => (url.pathname = url.pathname.replace(/[0-9a-f]{64}$/, 'f'.repeat(64))))],
    ['invalid-hash', changeLink((url) => (url.pathname = url.pathname.replace(/[0-9a-f]{64}$/, 'x')))],
  ];
  for (const [status, location] of cases) expect([location, await openLink(location)]).toEqual([location, page(status)]);
  expect(await isVerified(member)).toBe(false);
  expect(await isVerified(otherMember)).toBe(false);
});

test('a link is valid for 60 minutes', async () => {
  const member = await addPending();
  const link = await mailedLink(member);
  now = new Date(Date.now() + 61 * 60_000);
  expect(await openLink(link)).toBe(page('invalid-signature'));
  expect(await isVerified(member)).toBe(false);
  now = new Date(Date.now() + 59 * 60_000);
  expect(await openLink(link)).toBe(page('verified'));
});

test('a link to a changed address is invalid', async () => {
  const member = await addPending();
  const link = await mailedLink(member);
  await app.db.pool.query(`update members set email = 'changed@example.test' where id = $1`, [member.id]);
  expect(await openLink(link)).toBe(page('invalid-hash'));
  expect(await isVerified(member)).toBe(false);
});

test('the first of two pending accounts to verify an address owns it, also concurrently', async () => {
  const email = 'both@example.test';
  const [firstPending, secondPending] = [await addPending({ email }), await addPending({ email })];
  const links = [await mailedLink(firstPending), await mailedLink(secondPending)];
  const pages = await Promise.all(links.map(openLink));
  expect(new Set(pages)).toEqual(new Set([page('already-verified'), page('verified')]));
  expect([await isVerified(firstPending), await isVerified(secondPending)].filter(Boolean)).toHaveLength(1);
});

test('a suspended member’s link verifies nothing', async () => {
  const member = await addPending();
  const link = await mailedLink(member);
  await app.db.pool.query('update members set suspended_at = now() where id = $1', [member.id]);
  expect(await openLink(link)).toBe(page('invalid-signature'));
});

test('links use the configured address, whatever host the request names', async () => {
  const member = await addPending();
  const foreign = await app.call('POST', '/email/resend', {
    token: member.token,
    headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  });
  expect(foreign.status).toBe(200);
  await runJobs(app.context);
  const [mail] = await outbox.take();
  expect(mail!.links.map((link) => new URL(link).host)).toEqual(mail!.links.map(() => 'mbari.example'));
});

test('asking for a link by address is answered alike for every address and mails pending accounts only', async () => {
  const pending = await addPending();
  const verified = await addTestMember(app);
  const answers = [];
  for (const email of [pending.email, verified.email, 'unknown@example.test'])
    answers.push(await app.call('POST', '/email/resend-by-email', { json: { email } }));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(answers[0]!.text);
    expect(answer.json).toEqual({ message: sentences.verificationSent });
  }
  await runJobs(app.context);
  expect((await outbox.take()).map(({ to }) => to)).toEqual([pending.email]);
  const listAnswer = await app.call('POST', '/email/resend-by-email', { json: { email: [pending.email, 'thief@example.test'] } });
  expect(listAnswer.status).toBe(422);
  await runJobs(app.context);
  expect(await outbox.take()).toEqual([]);
});

test('a verified member who asks for the link again is not mailed', async () => {
  const member = await addTestMember(app);
  expect((await app.call('POST', '/email/resend', { token: member.token })).json).toEqual({ message: sentences.verificationSent });
  await runJobs(app.context);
  expect(await outbox.take()).toEqual([]);
});

test('reading the verification status and requesting a link require a session', async () => {
  expect((await app.call('GET', '/email/status')).status).toBe(401);
  expect((await app.call('POST', '/email/resend')).status).toBe(401);
});

test('five links may be requested in half an hour per session and per address; polling the status is not limited', async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
  try {
    const member = await addTestMember(strict, { email_verified_at: null });
    const otherMember = await addTestMember(strict, { email_verified_at: null });
    const statuses = async (count: number, call: (index: number) => Promise<{ status: number }>): Promise<number[]> => {
      const seenStatuses = [];
      for (let index = 0; index < count; index += 1) seenStatuses.push((await call(index)).status);
      return seenStatuses;
    };
    const five = Array<number>(5).fill(200);
    expect(await statuses(6, () => strict.call('POST', '/email/resend', { token: member.token }))).toEqual([...five, 429]);
    expect((await strict.call('POST', '/email/resend', { token: otherMember.token })).status).toBe(200);
    const spelt = (index: number): string => (index % 2 ? `Ada+${index}@Example.test` : 'ada@example.test');
    expect(await statuses(6, (index) => strict.call('POST', '/email/resend-by-email', { json: { email: spelt(index) } }))).toEqual([
      ...five,
      429,
    ]);
    expect(await statuses(30, () => strict.call('GET', '/email/status', { token: member.token }))).toEqual(Array<number>(30).fill(200));
    expect((await strict.call('GET', '/email/status', { token: member.token })).status).toBe(429);
  } finally {
    await strict.close();
  }
});
