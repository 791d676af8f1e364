import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { readStream } from '../../testing/event-stream.ts';
import { createModerationHelpers } from '../../testing/moderation.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { liftExpiredSuspensions } from './resolve-reports.ts';

let app: TestApp;
let use: ReturnType<typeof createModerationHelpers>;
let member: TestMember;
let moderator: TestMember;
let admin: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  use = createModerationHelpers(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  member = await addTestAccount(app);
  [moderator, admin] = await Promise.all([addTestMember(app, { role: 'moderator' }), addTestMember(app, { role: 'admin' })]);
});

const suspend = (caller: TestMember, target: { id: string }, body: object = { reason: 'Spam' }) =>
  use.post(caller, `/moderation/users/${target.id}/suspend`, body);
const endSuspension = (caller: TestMember, target: { id: string }) =>
  app.call('DELETE', `/moderation/users/${target.id}/suspend`, { token: caller.token });
const logIn = () => app.call('POST', '/auth/login', { json: { email: member.email, password: testPassword, device_name: 'web' } });
const inDays = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

test('a suspension signs the member out, hides them immediately and shows the reason at sign-in', async () => {
  const photo = await addTestPhoto(app, member);
  const stream = await readStream(app, member.token);
  const startTime = performance.now();
  expect((await suspend(moderator, member, { reason: 'Spam, again and again' })).status).toBe(200);
  await stream.ended;
  expect(performance.now() - startTime).toBeLessThan(1_500);
  expect(await use.statusOf(member, '/me')).toBe(401);
  expect(await use.statusOf(admin, `/photos/${photo.id}`)).toBe(404);
  expect(await use.statusOf(admin, `/users/${member.username}`)).toBe(404);
  const refusal = await logIn();
  expect([refusal.status, refusal.json.code]).toEqual([403, 'account_suspended']);
  expect(refusal.json.message).toBe('This account is suspended. The organisers wrote: Spam, again and again');
  expect((await endSuspension(moderator, member)).status).toBe(200);
  expect(await use.statusOf(member, '/me'), 'a session that ended stays so').toBe(401);
  expect((await logIn()).status).toBe(200);
  expect(await use.statusOf(admin, `/photos/${photo.id}`)).toBe(200);
  expect((await endSuspension(moderator, member)).status).toBe(404);
});

test('a suspension with an end expires by the clock or at the next sign-in', async () => {
  const until = inDays(3);
  await suspend(moderator, member, { reason: 'Cool down', until });
  expect((await logIn()).json.message).toContain(`until ${until.slice(0, 10)}`);
  await liftExpiredSuspensions(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  expect((await logIn()).status).toBe(403);
  const pass = () => app.db.run(`update members set suspended_until = now() - interval '1 second' where id = $1`, [member.id]);
  await pass();
  await liftExpiredSuspensions(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  expect(await use.statusOf(admin, `/users/${member.username}`)).toBe(200);
  await suspend(moderator, member, { reason: 'Cool down', until });
  await pass();
  expect((await logIn()).status).toBe(200);
  const { data } = await use.log(admin, '?action=end_suspension');
  expect(data.slice(0, 2)).toMatchObject([
    { actor: null, member: { id: member.id } },
    { actor: null, member: { id: member.id } },
  ]);
  await suspend(moderator, member, { reason: 'For good' });
  await liftExpiredSuspensions(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  expect((await logIn()).status).toBe(403);
});

test('organisers suspend only members below their role, never themselves', async () => {
  const [second, otherAdmin] = [await addTestMember(app, { role: 'moderator' }), await addTestMember(app, { role: 'admin' })];
  for (const [caller, target, status] of [
    [moderator, second, 403],
    [moderator, admin, 403],
    [admin, otherAdmin, 403],
    [admin, second, 200],
    [moderator, moderator, 422],
    [admin, admin, 422],
    [member, second, 403],
    [member, member, 403],
  ] as const) {
    expect((await suspend(caller, target)).status).toBe(status);
    if (target !== second || caller !== admin) expect((await endSuspension(caller, target)).status).toBe(status);
  }
  expect((await endSuspension(moderator, second)).status).toBe(403);
  expect(await use.statusOf(otherAdmin, '/me')).toBe(200);
});

test('suspending an unknown member, or until a past time, is refused', async () => {
  const closed = await addTestMember(app, { closed_at: new Date() });
  for (const id of [closed.id, '01890000-0000-7000-8000-000000000000', 'nonsense']) expect((await suspend(admin, { id })).status).toBe(404);
  for (const until of [inDays(-1), 'soon', 7]) expect((await suspend(admin, member, { reason: 'x', until })).status).toBe(422);
  for (const reason of ['', undefined]) expect((await suspend(admin, member, { reason })).status).toBe(422);
  expect(await use.statusOf(member, '/me')).toBe(200);
});

test('a post concurrent with a suspension is either published before it or refused', async () => {
  const [photo] = [await addTestPhoto(app, admin)];
  const answers = await Promise.all([
    suspend(moderator, member),
    ...Array.from({ length: 5 }, (_, n) => use.post(member, `/photos/${photo.id}/comments`, { content: `Comment ${n}` })),
  ]);
  expect(answers[0].status).toBe(200);
  expect(await app.db.row('select comments_count from photos where id = $1', [photo.id])).toEqual({ comments_count: 0 });
  await endSuspension(moderator, member);
  const publishedCount = answers.slice(1).filter(({ status }) => status === 201).length;
  expect(await app.db.row('select comments_count from photos where id = $1', [photo.id])).toEqual({ comments_count: publishedCount });
});

test('concurrent suspensions of one member both succeed', async () => {
  const answers = await Promise.all([suspend(moderator, member), suspend(admin, member, { reason: 'Worse', until: inDays(2) })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await logIn()).status).toBe(403);
  expect((await endSuspension(admin, member)).status).toBe(200);
  expect((await logIn()).status).toBe(200);
});
