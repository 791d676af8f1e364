import { afterAll, beforeAll, expect, test } from 'vitest';
import { promoteMember } from '../identity/accounts/create-admin.ts';
import { acquireSlot } from '../identity/export/start-export.ts';
import { runJobs } from '../job-runner.ts';
import { addTestAccount, testPassword } from '../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { openOutbox } from '../testing/mails.ts';
import { addManyRows, rowId } from '../testing/many-rows.ts';

let app: TestApp;
let admin: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  admin = await addTestMember(app, { role: 'admin' });
});
afterAll(() => app.close());

const call = (method: string, path: string, json?: object, as = admin) =>
  app.call(method, path, { token: as.token, ...(json && { json }) });
const list = async (query: string) => (await call('GET', `/admin/users${query}`)).json.data.map(({ id }: { id: string }) => id);
const readAccount = async (member: TestMember) => (await call('GET', `/admin/users/${member.id}`)).json.data;

test('accounts are listed newest first, in pages without repeats or gaps', async () => {
  const joined = [];
  for (let n = 0; n < 4; n += 1) joined.push((await addTestMember(app)).id);
  const first = await call('GET', '/admin/users?per_page=2');
  expect(first.json.data.map(({ id }: { id: string }) => id)).toEqual(joined.slice(2).toReversed());
  await addTestMember(app);
  expect(await list(`?per_page=2&cursor=${first.json.meta.next_cursor}`)).toEqual(joined.slice(0, 2).toReversed());
});

test('accounts in every state are found by role, state, username, address and name', async () => {
  const [moderator, pending, waiting, suspended, closed] = [
    await addTestMember(app, { role: 'moderator' }),
    await addTestMember(app, { email_verified_at: null }),
    await addTestMember(app, { email_verified_at: null, awaits_approval_since: new Date() }),
    await addTestMember(app, { suspended_at: new Date(), name: 'Zulaikha Quiet' }),
    await addTestMember(app, { closed_at: new Date() }),
  ];
  expect(await list('?role=moderator')).toEqual([moderator.id]);
  expect(await list('?role=admin')).toEqual([admin.id]);
  expect(await list('?state=pending')).toEqual([pending.id]);
  expect(await list('?state=waiting')).toEqual([waiting.id]);
  expect(await list('?state=suspended')).toEqual([suspended.id]);
  expect(await list('?state=closed')).toEqual([closed.id]);
  expect(await list('?state=live')).not.toEqual(expect.arrayContaining([pending.id]));
  expect(await list('?state=live')).not.toEqual(expect.arrayContaining([waiting.id]));
  for (const word of [`@${closed.username}`, closed.email.toUpperCase()])
    expect(await list(`?search=${encodeURIComponent(word)}`)).toEqual([closed.id]);
  expect(await list('?search=zulaikha')).toEqual([suspended.id]);
  expect(await list('?search=zulaikha&state=live')).toEqual([]);
  expect((await call('GET', '/admin/users?role=owner')).status).toBe(422);
});

test('searches find old accounts, page by page', async () => {
  const nneka = await addTestMember(app, { name: 'Nneka Weaver' });
  await addManyRows(app, [
    `insert into members (id, username, name, email, email_verified_at)
       select ${rowId(1, 'n')}, case when n = 1 then 'zuberi_the_first' else 'many' || n end, case when n % 1000 = 0 then 'Nneka Dyer' else 'Somebody' end, 'many' || n || '@example.test', now()
         from generate_series(1, 4000) n`,
  ]);
  const first = await call('GET', '/admin/users?search=nneka&per_page=2');
  const second = await call('GET', `/admin/users?search=nneka&per_page=2&cursor=${first.json.meta.next_cursor}`);
  const third = await call('GET', `/admin/users?search=nneka&per_page=2&cursor=${second.json.meta.next_cursor}`);
  const ids = [first, second, third].flatMap(({ json }) => json.data.map(({ id }: { id: string }) => id));
  const expectedRows = await app.db.rows<{ id: string }>(`select id from members where name like 'Nneka%' order by id desc`);
  expect(ids).toEqual(expectedRows.map(({ id }) => id));
  expect(ids).toContain(nneka.id);
  expect(ids).toHaveLength(5);
  expect(third.json.meta.next_cursor).toBeNull();
  expect(await list('?search=somebody&per_page=3')).toEqual(
    (await app.db.rows<{ id: string }>(`select id from members where name = 'Somebody' order by id desc limit 3`)).map(({ id }) => id),
  );
  expect(await list('?search=zuberi_the_first')).toHaveLength(1);
});

test('a role change takes effect on the next request and is logged; members cannot change their own role', async () => {
  const member = await addTestMember(app);
  const { json } = await call('PUT', `/admin/users/${member.id}/role`, { role: 'moderator' });
  expect(json).toMatchObject({
    message: 'Role changed',
    data: { role: 'moderator', history: [{ action: 'change_role', details: { type: 'role', before: 'member', after: 'moderator' } }] },
  });
  expect((await app.call('GET', '/moderation/reports', { token: member.token })).status).toBe(200);
  await call('PUT', `/admin/users/${member.id}/role`, { role: 'moderator' });
  expect((await readAccount(member)).history).toHaveLength(1);
  expect((await call('PUT', `/admin/users/${admin.id}/role`, { role: 'member' })).json).toMatchObject({
    code: 'forbidden',
    reason: 'ownRole',
  });
});

test('changing a role requires the admin’s password, or a recent sign-in without one', async () => {
  const [member, owner] = [await addTestMember(app), await addTestAccount(app, { role: 'admin' })];
  const change = (json: object, by = owner) => call('PUT', `/admin/users/${member.id}/role`, { role: 'moderator', ...json }, by);
  expect((await change({})).json.errors).toHaveProperty('password');
  expect((await change({ password: 'another one' })).json.errors).toHaveProperty('password');
  const withoutPassword = await addTestMember(app, { role: 'admin' });
  await app.db.run(`update sessions set created_at = now() - interval '1 hour' where member_id = $1`, [withoutPassword.id]);
  expect((await change({}, withoutPassword)).json.code).toBe('recent_sign_in_required');
  expect((await readAccount(member)).role).toBe('member');
  expect((await change({ password: testPassword })).json.data.role).toBe('moderator');
});

test('every other admin is mailed about a new admin', async () => {
  const [byAdmin, byOperator, otherAdmin] = [
    await addTestMember(app),
    await addTestMember(app),
    await addTestMember(app, { role: 'admin' }),
  ];
  const captureRecipients = async (act: () => Promise<unknown>): Promise<string[]> => {
    await openOutbox(app).take();
    await act();
    await runJobs(app.context);
    return (await openOutbox(app).take()).filter(({ subject }) => subject === 'Mbari has a new admin').map(({ to }) => to);
  };
  const first = await captureRecipients(() => call('PUT', `/admin/users/${byAdmin.id}/role`, { role: 'admin' }));
  expect(first).toEqual(expect.arrayContaining([admin.email, otherAdmin.email]));
  expect(first).not.toContain(byAdmin.email);
  const second = await captureRecipients(() => promoteMember(app.context, byOperator.username, 'admin'));
  expect(second).toEqual(expect.arrayContaining([admin.email, otherAdmin.email, byAdmin.email]));
  await app.db.run(`update members set role = 'member' where id = any($1::uuid[])`, [[byAdmin.id, byOperator.id, otherAdmin.id]]);
});

test('when two admins demote each other, one admin remains', async () => {
  const [first, second] = [await addTestMember(app, { role: 'admin' }), await addTestMember(app, { role: 'admin' })];
  const answers = await Promise.all([
    call('PUT', `/admin/users/${second.id}/role`, { role: 'member' }, first),
    call('PUT', `/admin/users/${first.id}/role`, { role: 'member' }, second),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  for (const member of [first, second]) await app.db.run("update members set role = 'member' where id = $1", [member.id]);
});

test('an admin signs a member out everywhere', async () => {
  const member = await addTestMember(app);
  expect((await readAccount(member)).sessions).toHaveLength(1);
  expect((await call('DELETE', `/admin/users/${member.id}/sessions`)).json.data.sessions).toEqual([]);
  expect((await app.call('GET', '/me', { token: member.token })).status).toBe(401);
});

test('an admin grants a plan until a time, and revokes it', async () => {
  const member = await addTestMember(app);
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  expect((await call('PUT', `/admin/users/${member.id}/plan`, { name: 'Premium', ends_at: endsAt })).json.data.plan).toEqual({
    ...{ name: 'Premium', ends_at: endsAt, is_granted: true },
  });
  expect((await app.call('GET', '/me', { token: member.token })).json.data.subscription.is_paid_plan).toBe(true);
  expect((await call('DELETE', `/admin/users/${member.id}/plan`)).json.data.plan).toBeNull();
  expect(
    (await call('PUT', `/admin/users/${member.id}/plan`, { name: 'Premium', ends_at: '2020-01-01T00:00:00Z' })).json.errors,
  ).toHaveProperty('ends_at');
});

test('an admin closes an account at its member’s request, but not the account of an admin', async () => {
  const member = await addTestMember(app);
  expect((await call('POST', `/admin/users/${member.id}/close`)).status).toBe(200);
  expect((await app.call('GET', '/me', { token: member.token })).status).toBe(401);
  expect(await readAccount(member)).toMatchObject({ state: 'closed', sessions: [], history: [{ action: 'close_member' }] });
  expect((await call('POST', `/admin/users/${member.id}/close`)).status).toBe(404);
  const otherAdmin = await addTestMember(app, { role: 'admin' });
  expect((await call('POST', `/admin/users/${otherAdmin.id}/close`)).json.reason).toBe('adminNotClosed');
});

test('an admin mails a member an export link, which only the member can open and which uses up no export of their own', async () => {
  const member = await addTestMember(app);
  const send = (id: string) => call('POST', `/admin/users/${id}/export`);
  const answer = await send(member.id);
  expect(answer.json).toMatchObject({ message: 'Email sent', data: { id: member.id, history: [{ action: 'export_member' }] } });
  expect(JSON.stringify(answer.json)).not.toMatch(/export\?|token|\.zip/);
  await runJobs(app.context);
  const mails = (await openOutbox(app).take()).filter(({ to }) => to === member.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your data is ready to download']);
  expect(mails[0]!.text).toContain('/settings?tab=security');
  expect((await send(member.id)).json).toMatchObject({ code: 'conflict', reason: 'exportSentAlready' });
  const otherMember = await addTestMember(app);
  const answers = await Promise.all([send(otherMember.id), send(otherMember.id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  for (let n = 0; n < 3; n += 1) {
    const answer = await fetch(`${app.url}/api/v1/me/export`, { headers: { authorization: `Bearer ${member.token}` } });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
});

test('no export is sent to members who cannot sign in or already have one in progress', async () => {
  const send = (id: string) => call('POST', `/admin/users/${id}/export`);
  for (const columns of [{ closed_at: new Date() }, { suspended_at: new Date() }, { email_verified_at: null }])
    expect((await send((await addTestMember(app, columns)).id)).json).toMatchObject({ code: 'conflict', reason: 'exportNotReachable' });
  for (const unknownId of ['nothing', '01890000-0000-7000-8000-000000000000']) expect((await send(unknownId)).status).toBe(404);
  const busy = await addTestMember(app);
  const slot = await acquireSlot(app.context, busy.id);
  expect((await send(busy.id)).json).toMatchObject({ code: 'conflict', reason: 'exportUnderWay' });
  slot.release();
  await expect.poll(async () => (await send(busy.id)).status).toBe(200);
});

test('only admins see or change accounts', async () => {
  const target = await addTestMember(app);
  for (const as of [await addTestMember(app), await addTestMember(app, { role: 'moderator' })])
    for (const [method, path, json] of [
      ['GET', '/admin/users'],
      ['GET', `/admin/users/${target.id}`],
      ['PUT', `/admin/users/${target.id}/role`, { role: 'admin' }],
      ['DELETE', `/admin/users/${target.id}/sessions`],
      ['PUT', `/admin/users/${target.id}/plan`, { name: 'Premium' }],
      ['DELETE', `/admin/users/${target.id}/plan`],
      ['POST', `/admin/users/${target.id}/export`],
      ['POST', `/admin/users/${target.id}/close`],
    ] as const)
      expect((await call(method, path, json, as)).json.code).toBe('admin_only');
});
