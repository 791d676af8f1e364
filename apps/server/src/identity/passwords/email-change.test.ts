import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { fetchAs, openOutbox, programs, type TestMail } from '../../testing/mails.ts';
import { whileChanging, whileResetting } from '../../testing/run-concurrently.ts';

let app: TestApp;
let outbox: ReturnType<typeof openOutbox>;
let now = new Date();
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: 'https://mbari.example' }, { now: () => now });
  outbox = openOutbox(app);
});
beforeEach(async () => {
  now = new Date();
  await runJobs(app.context);
  await outbox.take();
});
afterAll(() => app.close());

let addressCount = 0;
const freshAddress = (): string => `fresh${(addressCount += 1)}@example.test`;
const ask = ({ token }: { token: string }, email: unknown, password: unknown = testPassword, on = app) =>
  on.call('PUT', '/me/email', { token, json: { email, password } });
const expectedAnswer = { message: 'We emailed a link to the new address. Open it to confirm the change.' };
const page = (status: string): string => `https://mbari.example/confirm-email?status=${status}`;

async function mails(): Promise<TestMail[]> {
  await runJobs(app.context);
  return outbox.take();
}

async function mailedLink(member: TestMember, email: string): Promise<string> {
  expect((await ask(member, email)).status).toBe(200);
  const mail = (await mails()).filter(({ to }) => to === email);
  expect(mail.map(({ subject }) => subject)).toEqual(['Confirm your new address']);
  return mail[0]!.links[0]!;
}

async function openLink(link: string): Promise<string | null> {
  const { pathname, search } = new URL(link);
  const { status, headers } = await app.call('GET', pathname + search);
  expect(status).toBe(302);
  expect(headers.get('set-cookie')).toBeNull();
  return headers.get('location');
}

const emailOf = async ({ token }: TestMember): Promise<{ email: string; email_verified: boolean }> =>
  (await app.call('GET', '/me', { token })).json.data;
const isWaiting = async ({ id }: TestMember): Promise<boolean> =>
  (await app.db.pool.query('select from email_changes where member_id = $1', [id])).rowCount === 1;

test('following the mailed link changes the address, and the old one is mailed before and after', async () => {
  const member = await addTestAccount(app, { name: 'Ọlá Rótìmí' });
  const email = freshAddress();
  const answer = await ask(member, `  ${email.toUpperCase()} `);
  expect([answer.status, answer.json]).toEqual([200, expectedAnswer]);
  const [confirmation, request] = (await mails()).toSorted((a, b) => a.subject.localeCompare(b.subject));
  expect([request!.to, request!.subject]).toEqual([member.email, 'Request to change your email address']);
  expect(request!.links[0]).toBe('https://mbari.example/forgot-password');
  expect([confirmation!.to, confirmation!.subject]).toEqual([email, 'Confirm your new address']);
  expect(await emailOf(member)).toMatchObject({ email: member.email, email_verified: true });

  expect(confirmation!.links[0]).toMatch(
    /^https:\/\/mbari\.example\/api\/v1\/email\/change\/[0-9a-f-]{36}\/[0-9a-f]{64}\?expires=\d+&signature=[\w-]{43}$/,
  );
  expect(await openLink(confirmation!.links[0]!)).toBe(page('changed'));
  expect(await emailOf(member)).toMatchObject({ email, email_verified: true });
  const [notice, ...more] = await mails();
  expect([notice!.to, notice!.subject, more]).toEqual([member.email, 'Your email address was changed', []]);
  const signIn = (address: string) => app.call('POST', '/auth/login', { json: { email: address, password: testPassword } });
  expect((await signIn(email)).status).toBe(200);
  expect((await signIn(member.email)).json.code).toBe('invalid_credentials');
});

test('a repeated click reports success, and ten concurrent clicks change the address and mail once', async () => {
  const member = await addTestAccount(app);
  const link = await mailedLink(member, freshAddress());
  const pages = await Promise.all(Array.from({ length: 10 }, () => openLink(link)));
  expect(pages.toSorted()).toEqual([...Array<string>(9).fill(page('already-changed')), page('changed')]);
  expect((await mails()).map(({ to }) => to)).toEqual([member.email]);
  now = new Date(Date.now() + 3 * 3_600_000);
  expect(await openLink(link)).toBe(page('already-changed'));
});

test.each(programs)('%s changes no address and leaves the link usable', async (_who, method, headers) => {
  const member = await addTestAccount(app);
  const email = freshAddress();
  const link = await mailedLink(member, email);
  expect(await fetchAs(app, link, method, headers)).toEqual({ status: 204, location: undefined, cached: 'no-store', body: '' });
  expect(await emailOf(member)).toMatchObject({ email: member.email });
  const callback = await fetchAs(app, link, 'GET', {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-dest': 'document',
  });
  expect([callback.status, callback.location]).toEqual([302, page('changed')]);
  expect(await emailOf(member)).toMatchObject({ email });
});

test('a request for a taken address is answered like one for a free address, and the owner is notified instead', async () => {
  const [member, owner] = [await addTestAccount(app), await addTestMember(app)];
  const [free, takenAnswer] = [await ask(member, freshAddress()), await ask(member, owner.email)];
  expect([takenAnswer.status, takenAnswer.text]).toEqual([free.status, free.text]);
  const ownerMails = (await mails()).filter(({ to }) => to === owner.email);
  expect(ownerMails.map(({ subject, links }) => [subject, links[0]])).toEqual([
    ['Your email address was not changed', 'https://mbari.example/login'],
  ]);
  expect(ownerMails[0]!.text).not.toContain('/email/change/');
  expect(ownerMails[0]!.text).not.toContain(member.username);
});

test('a request with a wrong password, an invalid address or the current address is refused and mails nobody', async () => {
  const member = await addTestAccount(app);
  for (const [email, password, field] of [
    [freshAddress(), 'not the password', 'password'],
    [freshAddress(), '', 'password'],
    [freshAddress(), null, 'password'],
    [member.email.toUpperCase(), testPassword, 'email'],
    ['no address', testPassword, 'email'],
    [['a@example.test', 'b@example.test'], testPassword, 'email'],
  ] as const) {
    const answer = await ask(member, email, password);
    expect([answer.status, answer.json.code, Object.keys(answer.json.errors)]).toEqual([422, 'validation', [field]]);
  }
  expect((await app.call('PUT', '/me/email', { json: { email: freshAddress(), password: testPassword } })).status).toBe(401);
  expect(await isWaiting(member)).toBe(false);
  expect(await mails()).toEqual([]);
});

test('a member without a password changes the address only after a recent sign-in', async () => {
  const member = await addTestMember(app);
  await app.db.pool.query(`update sessions set created_at = now() - interval '16 minutes' where member_id = $1`, [member.id]);
  const answer = await ask(member, freshAddress(), undefined);
  expect([answer.status, answer.json.code]).toEqual([403, 'recent_sign_in_required']);
});

test('a newer request invalidates the link of an older request', async () => {
  const member = await addTestAccount(app);
  const older = await mailedLink(member, freshAddress());
  const email = freshAddress();
  const newer = await mailedLink(member, email);
  expect(await openLink(older)).toBe(page('invalid'));
  expect(await openLink(newer)).toBe(page('changed'));
  expect(await emailOf(member)).toMatchObject({ email });
  expect(await openLink(older)).toBe(page('invalid'));
});

test('a link is valid for 60 minutes, and unconfirmed requests are swept', async () => {
  const member = await addTestAccount(app);
  const link = await mailedLink(member, freshAddress());
  now = new Date(Date.now() + 61 * 60_000);
  expect(await openLink(link)).toBe(page('invalid'));
  expect(await emailOf(member)).toMatchObject({ email: member.email });
  const sweep = async (): Promise<void> => {
    await addJob(app.db, 'sweep_email_changes', null);
    await runJobs(app.context);
  };
  await sweep();
  expect(await isWaiting(member)).toBe(true);
  await app.db.pool.query(`update email_changes set created_at = created_at - interval '91 minutes' where member_id = $1`, [member.id]);
  await sweep();
  expect(await isWaiting(member)).toBe(false);
  now = new Date();
  expect(await openLink(link)).toBe(page('invalid'));
});

test('a mail delayed beyond an hour, or superseded, is not sent', async () => {
  const member = await addTestAccount(app);
  await ask(member, freshAddress());
  const email = freshAddress();
  await ask(member, email);
  expect((await mails()).map(({ to }) => to).filter((to) => to !== member.email)).toEqual([email]);
  await ask(member, freshAddress());
  now = new Date(Date.now() + 61 * 60_000);
  expect((await mails()).map(({ to }) => to)).toEqual([member.email]);
});

test('a tampered link, another member’s link or a verification link changes nothing', async () => {
  const [member, otherMember] = [await addTestAccount(app), await addTestAccount(app)];
  const link = await mailedLink(member, freshAddress());
  const change = (make: (url: URL) => void): string => {
    const url = new URL(link);
    make(url);
    return url.href;
  };
  for (const wrongChange of [
    change((url) => url.searchParams.set('expires', '9999999999')),
    change((url) => url.searchParams.set('signature', 'A'.repeat(43))),
    change((url) => url.searchParams.delete('signature')),
    change((url) => (url.pathname = url.pathname.replace(member.id, otherMember.id))),
    change((url) => (url.pathname = url.pathname.replace(/[0-9a-f]{64}$/, '0'.repeat(64)))),
    change((url) => (url.pathname = url.pathname.replace(member.id, 'x'))),
  ])
    expect([wrongChange, await openLink(wrongChange)]).toEqual([wrongChange, page('invalid')]);
  expect((await app.call('GET', `/email/change/${member.id}/${'0'.repeat(64)}`)).headers.get('location')).toBe(page('invalid'));
  const { pathname, search } = new URL(link.replace('/email/change/', '/email/verify/'));
  const verifying = await app.call('GET', pathname + search);
  expect(verifying.headers.get('location')).toMatch(/status=invalid-/);
  expect(await openLink(link)).toBe(page('changed'));
});

test('the first member to confirm an address gets it, also concurrently', async () => {
  for (const together of [false, true]) {
    const [firstMember, secondMember] = [await addTestAccount(app), await addTestAccount(app)];
    const email = freshAddress();
    const links = [await mailedLink(firstMember, email), await mailedLink(secondMember, email)];
    const pages = together ? await Promise.all(links.map(openLink)) : [await openLink(links[0]!), await openLink(links[1]!)];
    expect(pages.toSorted()).toEqual([page('changed'), page('invalid')]);
    const addresses = [(await emailOf(firstMember)).email, (await emailOf(secondMember)).email];
    expect(addresses.filter((address) => address === email)).toHaveLength(1);
  }
});

test('a new member corrects a mistyped address, and its link verifies the account', async () => {
  const member = await addTestAccount(app, { email_verified_at: null });
  const email = freshAddress();
  expect((await ask(member, email)).status).toBe(200);
  // The mistyped address may be a stranger's.
  const [mail, ...more] = await mails();
  expect([mail!.to, more]).toEqual([email, []]);
  expect(await openLink(mail!.links[0]!)).toBe(page('changed'));
  expect(await emailOf(member)).toMatchObject({ email, email_verified: true });
  expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([[email, 'Welcome to Mbari']]);
});

test('a suspended or closed member’s link changes nothing', async () => {
  for (const column of ['suspended_at', 'closed_at']) {
    const member = await addTestAccount(app);
    const link = await mailedLink(member, freshAddress());
    await app.db.pool.query(`update members set ${column} = now() where id = $1`, [member.id]);
    expect(await openLink(link)).toBe(page('invalid'));
  }
});

test('a request whose session ends by a new password is not stored', async () => {
  const member = await addTestAccount(app);
  expect((await whileResetting(app, member, () => ask(member, freshAddress()))).status).toBe(401);
  expect(await isWaiting(member)).toBe(false);
  expect(await mails()).toEqual([]);
});

test('confirming while a new password cancels the request changes nothing and causes no deadlock', async () => {
  const member = await addTestAccount(app);
  const { pathname, search } = new URL(await mailedLink(member, freshAddress()));
  const { headers } = await whileChanging(
    app,
    () => app.call('GET', pathname + search),
    (run) => run('update members set password_hash = null where id = $1', [member.id]),
    async (run) => {
      await run(`set local lock_timeout = '200ms'`);
      await run('delete from email_changes where member_id = $1', [member.id]);
    },
  );
  expect(headers.get('location')).toBe(page('invalid'));
  expect(await emailOf(member)).toMatchObject({ email: member.email });
});

test('queued mails contain neither links nor signatures', async () => {
  const member = await addTestAccount(app);
  const email = freshAddress();
  await ask(member, email);
  const { rows } = await app.db.pool.query<{ payload: object }>('select payload from graphile_worker._private_jobs order by id');
  const order = { member_id: member.id, mail_id: expect.any(String), tries: 0 };
  expect(rows.map(({ payload }) => payload)).toEqual([
    { kind: 'change_email', email, ...order },
    { kind: 'notice', notice: 'email_change_asked', ...order },
  ]);
});

test('a member may request five changes an hour, and an address gets at most ten mails an hour', { tags: ['world'] }, async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
  try {
    const statuses = [];
    const member = await addTestAccount(strict);
    for (let count = 0; count < 6; count += 1) statuses.push((await ask(member, freshAddress(), testPassword, strict)).status);
    expect(statuses).toEqual([...Array<number>(5).fill(200), 429]);
    const box = openOutbox(strict);
    await runJobs(strict.context);
    await box.take();
    const addressOwner = await addTestMember(strict);
    for (let count = 0; count < 12; count += 1)
      expect((await ask(await addTestAccount(strict), addressOwner.email, testPassword, strict)).json).toEqual(expectedAnswer);
    await runJobs(strict.context);
    expect((await box.take()).filter(({ to }) => to === addressOwner.email)).toHaveLength(10);
  } finally {
    await strict.close();
  }
});
