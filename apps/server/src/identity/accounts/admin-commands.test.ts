import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { isPassword } from '../../platform/adapters/passwords.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { openOutbox } from '../../testing/mails.ts';
import { createAdmin, listSuspendedAdmins, promoteMember, suspendAdmins } from './create-admin.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const me = async (token: string) => (await app.call('GET', '/me', { token })).json.data;

test('an admin created by the operator is verified and signs in with the given password', async () => {
  await createAdmin(app.context, { username: 'nwanyi', name: 'Nwanyi', email: 'nwanyi@example.test', password: 'a password of an admin' });
  const row = await app.db.row<{ role: string; verified: boolean; password_hash: string }>(
    `select role, email_verified_at is not null as verified, password_hash from members where username = 'nwanyi'`,
  );
  expect(row).toMatchObject({ role: 'admin', verified: true });
  expect(await isPassword('a password of an admin', row!.password_hash)).toBe(true);
});

test('a taken username or address creates no admin', async () => {
  const member = await addTestMember(app);
  const admin = { username: 'fresh', name: 'Fresh', email: 'fresh@example.test', password: 'a password of an admin' };
  await expect(createAdmin(app.context, { ...admin, username: member.username })).rejects.toMatchObject({
    errors: { username: expect.anything() },
  });
  await expect(createAdmin(app.context, { ...admin, email: member.email })).rejects.toMatchObject({ errors: { email: expect.anything() } });
  expect(await app.db.rows(`select from members where username = 'fresh'`)).toEqual([]);
});

test('an easily guessed password creates no admin', async () => {
  const admin = { username: 'careless', name: 'Care Less', email: 'careless@example.test' };
  for (const password of ['password123', 'CareLess'])
    await expect(createAdmin(app.context, { ...admin, password })).rejects.toMatchObject({ errors: { password: expect.anything() } });
  expect(await app.db.rows(`select from members where username = 'careless'`)).toEqual([]);
});

test('a new role applies to the member’s next request', async () => {
  const member = await addTestMember(app);
  await promoteMember(app.context, member.username.toUpperCase(), 'moderator');
  expect((await me(member.token)).role).toBe('moderator');
  await promoteMember(app.context, member.email, 'member');
  expect((await me(member.token)).role).toBe('member');
});

test('a pending account with the same address is not promoted', async () => {
  const owner = await addTestMember(app);
  const pending = await addTestMember(app, { email: owner.email, email_verified_at: null });
  await promoteMember(app.context, owner.email, 'admin');
  expect((await me(pending.token)).role).toBe('member');
});

test('changing the role of an unknown member is refused', async () => {
  await expect(promoteMember(app.context, 'no.such.member', 'admin')).rejects.toMatchObject({ code: 'not_found' });
});

test('admins of a community that was handed over are members until they set a new password by email', async () => {
  const [admin, demoted, moderator] = [
    await addTestMember(app, { role: 'admin' }),
    await addTestMember(app, { role: 'admin' }),
    await addTestMember(app, { role: 'moderator' }),
  ];
  await app.db.transaction((tx) => suspendAdmins(tx));
  expect(await listSuspendedAdmins(app.db)).toEqual(expect.arrayContaining([admin.username, demoted.username]));
  expect((await app.call('GET', '/me', { token: admin.token })).status).toBe(401);
  expect((await me(moderator.token)).role).toBe('moderator');

  await runJobs(app.context);
  const outbox = openOutbox(app);
  expect((await outbox.take()).find(({ to }) => to === admin.email)).toMatchObject({ subject: 'Confirm that you are still an admin' });
  await promoteMember(app.context, demoted.username, 'moderator');
  for (const { email } of [admin, demoted]) {
    await app.call('POST', '/auth/forgot-password', { json: { email } });
    await runJobs(app.context);
    const links = (await outbox.take()).flatMap((mail) => mail.links);
    const link = new URL(links.find((address) => address.includes('/reset-password'))!);
    const json = { ...Object.fromEntries(link.searchParams), password: 'indigo cloth 1924', password_confirmation: 'indigo cloth 1924' };
    expect((await app.call('POST', '/auth/reset-password', { json })).status).toBe(200);
  }
  const roles = await app.db.rows('select role from members where id = any($1::uuid[]) order by id', [[admin.id, demoted.id]]);
  expect(roles).toEqual([{ role: 'admin' }, { role: 'moderator' }]);
});
