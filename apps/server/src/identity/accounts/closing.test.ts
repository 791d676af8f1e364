import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { insertFollow } from '../../people/follows/queries.ts';
import { addTestAccount, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { addTestMember, addTestSession, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formWith } from '../../testing/matrix/rows/photos.ts';
import { addNotification } from '../../testing/matrix/world.ts';
import { openOutbox } from '../../testing/outbox.ts';
import { whileChanging } from '../../testing/run-concurrently.ts';

let app: TestApp;
let outbox: ReturnType<typeof openOutbox>;
beforeAll(async () => {
  app = await startTestApp();
  outbox = openOutbox(app);
});
afterAll(() => app.close());

const close = ({ token }: { token: string }, json: unknown = { password: testPassword }) => app.call('DELETE', '/me', { token, json });
const logIn = ({ email }: TestMember) => app.call('POST', '/auth/login', { json: { email, password: testPassword } });
const isClosed = async ({ id }: TestMember): Promise<boolean> =>
  (await app.db.row<{ closed: boolean }>('select closed_at is not null as closed from members where id = $1', [id]))!.closed;

async function post({ token }: TestMember, title: string): Promise<{ id: string; image_url: string }> {
  const { status, json } = await app.call('POST', '/photos', { token, form: await formWith(1, { title }) });
  expect(status).toBe(201);
  return json.data;
}

test('closing ends all sessions, clears the cookie and mails the owner', async () => {
  const member = await addTestAccount(app);
  const otherSession = await addTestSession(app, member.id);
  const answer = await close(member);
  expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['message']]);
  expect(refreshCookieOf(answer)).toBe('');
  expect(answer.headers.get('set-cookie')).toMatch(/Path=\/api\/v1\/auth/);
  for (const { token } of [member, otherSession]) expect((await app.call('GET', '/me', { token })).status).toBe(401);
  expect((await close(member)).status).toBe(401);
  await runJobs(app.context);
  const mails = await outbox.take();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[member.email, 'Your account is closed']]);
  expect(mails[0]!.text).toMatch(/14 days/);
});

test('a wrong password closes nothing', async () => {
  const member = await addTestAccount(app);
  for (const json of [{}, { password: '' }, { password: 'not the password' }, { password: null }]) {
    const answer = await close(member, json);
    expect([answer.status, answer.json.code, Object.keys(answer.json.errors)]).toEqual([422, 'validation', ['password']]);
  }
  expect((await app.call('DELETE', '/me', { json: { password: testPassword } })).status).toBe(401);
  expect((await app.call('GET', '/me', { token: member.token })).status).toBe(200);
  expect(await isClosed(member)).toBe(false);
});

test('a member without a password closes only after a recent sign-in', async () => {
  const member = await addTestMember(app);
  await app.db.pool.query(`update sessions set created_at = now() - interval '16 minutes' where member_id = $1`, [member.id]);
  const late = await close(member, {});
  expect([late.status, late.json.code]).toEqual([403, 'recent_sign_in_required']);
  expect(await isClosed(member)).toBe(false);
  expect((await close(await addTestSession(app, member.id), {})).status).toBe(200);
  expect(await isClosed(member)).toBe(true);
});

test('concurrent closings close the account once and mail its owner once', async () => {
  const member = await addTestAccount(app);
  const sessions = await Promise.all(Array.from({ length: 6 }, () => addTestSession(app, member.id)));
  const statuses = (await Promise.all(sessions.map((session) => close(session)))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
  await runJobs(app.context);
  expect((await outbox.take()).filter(({ to }) => to === member.email)).toHaveLength(1);
});

test('friends who close their accounts concurrently cause no deadlock', async () => {
  const [first, second] = (await Promise.all([addTestAccount(app), addTestAccount(app)])).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await insertFollow(app.db, first!.id, second!.id);
  const lockRow = 'select from members where id = $1 for no key update';
  const answer = await whileChanging(
    app,
    () => close(second!),
    (run) => run(lockRow, [first!.id]),
    async (run) => {
      await run(`set local lock_timeout = '200ms'`);
      await run(lockRow, [second!.id]);
    },
  );
  expect(answer.status).toBe(200);
});

async function seenBy(viewer: TestMember, leavingMember: TestMember, content: { photo: { id: string; image_url: string }; below: string }) {
  const ask = async (path: string): Promise<any> => (await app.call('GET', path, { token: viewer.token })).json;
  const photoAnswer = await app.call('GET', `/photos/${content.photo.id}`, { token: viewer.token });
  const [feed, likes, comments, notifications, ownLikes, me] = await Promise.all(
    [
      '/photos',
      `/photos/${content.below}/likes`,
      `/photos/${content.below}/comments`,
      '/forum/notifications',
      `/photos/${content.below}`,
      '/me',
    ].map(ask),
  );
  return {
    named: [feed, likes, comments, notifications, ownLikes].filter((json) => JSON.stringify(json).includes(leavingMember.username)).length,
    photo: photoAnswer.status,
    image: (await app.call('GET', new URL(content.photo.image_url, app.url).href)).status,
    feed: feed.meta.total,
    likes: [likes.meta.total, ownLikes.data.likes_count],
    comments: [comments.meta.total, ownLikes.data.comments_count],
    notifications: [notifications.meta.total, notifications.unread_count],
    follows: [me.data.followers_count, me.data.following_count],
  };
}

test('a closed account is invisible and uncounted, and signing in restores everything', async () => {
  const [leavingMember, staying] = [await addTestAccount(app), await addTestMember(app)];
  const photo = await post(leavingMember, 'The leaving one');
  const { id: below } = await post(staying, 'The staying one');
  expect((await app.call('POST', `/photos/${below}/like`, { token: leavingMember.token })).status).toBe(200);
  expect(
    (await app.call('POST', `/photos/${below}/comments`, { token: leavingMember.token, json: { content: 'Fine cloth.' } })).status,
  ).toBe(201);
  await insertFollow(app.db, leavingMember.id, staying.id);
  await insertFollow(app.db, staying.id, leavingMember.id);
  await addNotification(app, staying, leavingMember);
  const viewBefore = await seenBy(staying, leavingMember, { photo, below });
  expect(viewBefore).toMatchObject({ named: 5, photo: 200, image: 200, likes: [1, 1], comments: [1, 1], follows: [1, 1] });

  expect((await close(leavingMember)).status).toBe(200);
  const viewAfter = await seenBy(staying, leavingMember, { photo, below });
  expect(viewAfter).toMatchObject({
    named: 0,
    photo: 404,
    image: 404,
    feed: viewBefore.feed - 1,
    likes: [0, 0],
    comments: [0, 0],
    follows: [0, 0],
  });
  expect(viewAfter.notifications[0]).toBe(0);

  await app.db.pool.query(`update members set closed_at = now() - interval '13 days 23 hours' where id = $1`, [leavingMember.id]);
  expect((await logIn(leavingMember)).status).toBe(200);
  expect(await seenBy(staying, leavingMember, { photo, below })).toEqual(viewBefore);
});

test('closing cancels a pending change of address and reset link', async () => {
  const member = await addTestAccount(app);
  await app.db.pool.query(`insert into email_changes (member_id, email) values ($1, 'other@example.test')`, [member.id]);
  await app.db.pool.query(`insert into password_resets values ($1, '\\x00', $2, now() + interval '1 hour')`, [member.id, member.email]);
  await close(member);
  for (const table of ['email_changes', 'password_resets'])
    expect((await app.db.pool.query(`select from ${table} where member_id = $1`, [member.id])).rowCount).toBe(0);
});

test('concurrent sign-ins reopen the account', async () => {
  const member = await addTestAccount(app, { closed_at: new Date() });
  const statuses = (await Promise.all(Array.from({ length: 6 }, () => logIn(member)))).map(({ status }) => status);
  expect(statuses).toEqual(Array<number>(6).fill(200));
  expect(await isClosed(member)).toBe(false);
});
