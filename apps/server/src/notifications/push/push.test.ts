import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { vapidKeys } from '../../platform/adapters/push-sender.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestMember, addTestSession, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { addTestPhoto, block, mute, setMember } from '../../testing/posts.ts';
import { startTestPushService, type TestPushService, type TestSubscription } from '../../testing/push.ts';

async function startTestAppWithPush(): Promise<{ app: TestApp; service: TestPushService; stop: () => Promise<void> }> {
  const service = await startTestPushService();
  const app = await startTestApp({ LOCAL_PUSH_SERVICE: service.origin });
  return {
    app,
    service,
    async stop() {
      await app.close();
      await service.stop();
    },
  };
}

describe('push messages', () => {
  let app: TestApp;
  let service: TestPushService;
  let owner: TestMember;
  let fan: TestMember;
  let photo: { id: string };
  let stop: () => Promise<void>;
  beforeAll(async () => void ({ app, service, stop } = await startTestAppWithPush()));
  afterAll(() => stop());
  beforeEach(async () => {
    [owner, fan] = await Promise.all([addTestMember(app, { name: 'Ada' }), addTestMember(app, { name: 'Bisi' })]);
    await prefer({ likes: true });
    photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  });
  afterEach(async () => {
    service.answer(201);
    service.take();
    await app.db.pool.query('delete from graphile_worker._private_jobs');
  });

  const subscribe = async (
    caller: { token: string },
    fields: object = {},
    subscription = service.subscribe(),
  ): Promise<TestSubscription> => {
    const { status, json } = await app.call('POST', '/me/push-subscriptions', {
      token: caller.token,
      json: { ...subscription, ...fields },
    });
    expect([status, json.data?.is_current]).toEqual([201, true]);
    return subscription;
  };
  const prefer = (kinds: object) =>
    app.call('PUT', '/me/forum-settings', { token: owner.token, json: { push_notification_preferences: kinds } });
  const list = async (caller: { token: string }) => (await app.call('GET', '/me/push-subscriptions', { token: caller.token })).json;
  const like = (caller = fan) => app.call('POST', `/photos/${photo.id}/like`, { token: caller.token });
  const waiting = async (): Promise<{ attempts: number; run_at: Date }[]> =>
    (await app.db.pool.query(`select attempts, run_at from graphile_worker.jobs where task_identifier = 'send_push'`)).rows;
  async function pushed(): Promise<ReturnType<TestPushService['take']>> {
    await app.db.pool.query('update graphile_worker._private_jobs set run_at = now()');
    await runJobs(app.context);
    return service.take();
  }
  const messages = async () => (await pushed()).map(({ message }) => message);

  test('a like is pushed to the device, encrypted and without names', async () => {
    const { public_key } = await list(owner);
    const { endpoint } = await subscribe(owner);
    await like();
    const [message, ...otherMessages] = await pushed();
    expect(otherMessages).toEqual([]);
    expect(message).toMatchObject({
      endpoint,
      headers: { 'content-encoding': 'aes128gcm', 'ttl': '86400', 'urgency': 'normal' },
      vapid: { key: public_key, claims: { aud: service.origin, sub: 'mailto:no-reply@localhost' } },
      message: { title: 'Mbari', body: 'Someone liked your photo', lang: 'en', dir: 'ltr', tag: `like ${photo.id}` },
    });
    expect(message!.message['url']).toMatch(new RegExp(`^/notifications/[0-9a-f-]{36}\\?to=${encodeURIComponent(`/post/${photo.id}`)}$`));
    expect(message!.vapid.claims.exp).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 60 * 60);
    for (const word of ['Bisi', 'Uli wall', 'liked', photo.id]) expect(message!.body.includes(word), word).toBe(false);
  });

  test('members can have names and titles pushed to a device, in their language', async () => {
    await subscribe(owner, { shows_content: true });
    const phone = await subscribe(await addTestSession(app, owner.id));
    await like();
    const bodies = (await pushed()).map(({ endpoint, message }) => [endpoint === phone.endpoint, message['body']]);
    expect(bodies.sort()).toEqual([
      [false, 'Bisi liked your photo “Uli wall”'],
      [true, 'Someone liked your photo'],
    ]);
  });

  test('likes within seconds are pushed as one message with a count; a comment is another message', async () => {
    await subscribe(owner, { shows_content: true });
    const otherFans = await Promise.all(['Chi', 'Dayo'].map((name) => addTestMember(app, { name })));
    for (const caller of [fan, ...otherFans]) await like(caller);
    await app.call('POST', `/photos/${photo.id}/comments`, { token: fan.token, json: { content: 'Ndewo' } });
    // Puts all notifications into one ten-second window, also on a slow machine.
    await app.db.run('update notifications set created_at = $2 where member_id = $1', [owner.id, new Date('2026-11-01T10:00:03Z')]);
    expect((await messages()).map(({ body, tag }) => [tag, body])).toEqual([
      [`like ${photo.id}`, 'Dayo and 2 others liked your photo “Uli wall”'],
      [`comment ${photo.id}`, 'Bisi commented on your photo “Uli wall”'],
    ]);
  });

  test('likes of a comment are pushed for each comment, without names', async () => {
    await subscribe(owner);
    const { json } = await app.call('POST', `/photos/${photo.id}/comments`, { token: owner.token, json: { content: 'Ndewo' } });
    await like();
    for (const caller of [fan, await addTestMember(app)]) await app.call('POST', `/comments/${json.data.id}/like`, { token: caller.token });
    await app.db.run('update notifications set created_at = $2 where member_id = $1', [owner.id, new Date('2026-11-01T10:00:03Z')]);
    expect((await messages()).map(({ body, tag }) => [tag, body])).toEqual([
      [`like ${photo.id}`, 'Someone liked your photo'],
      [`like ${json.data.id}`, '2 people liked your comment'],
    ]);
  });

  test('forum replies are pushed to followers for each topic', async () => {
    const topic = await addTestTopic(app, owner, { title: 'Dyeing with indigo' });
    const follower = await addTestMember(app);
    expect((await app.call('POST', `/forum/topics/${topic.id}/follow`, { token: follower.token })).status).toBe(200);
    await Promise.all([subscribe(owner), subscribe(follower)]);
    const reply = await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: fan.token, json: { body: 'Which vat?' } });
    expect(reply.status).toBe(201);
    await runJobs(app.context);
    expect((await messages()).map(({ body, tag }) => [body, tag]).sort()).toEqual([
      ['Someone replied in a topic you follow', `followed_topic ${topic.id}`],
      ['Someone replied in your topic', `reply ${topic.id}`],
    ]);
  });

  test.each([
    ['its kind was turned off', () => prefer({ likes: false })],
    ['it was read meanwhile', () => app.call('POST', '/forum/notifications/mark-all-read', { token: owner.token })],
    ['the actor was blocked', () => block(app, owner, fan)],
    ['the actor was muted', () => mute(app, owner, fan)],
    ['the actor closed their account', () => setMember(app, fan, { closed_at: new Date() })],
    ['the post is gone', () => app.call('DELETE', `/photos/${photo.id}`, { token: owner.token })],
    ['the device was signed out', () => app.call('POST', '/auth/logout', { token: owner.token })],
    ['the account was suspended', () => setMember(app, owner, { suspended_at: new Date() })],
    ['the email address is unverified', () => setMember(app, owner, { email_verified_at: null })],
    [
      'the device was removed',
      async () => app.call('DELETE', `/me/push-subscriptions/${(await list(owner)).data[0].id}`, { token: owner.token }),
    ],
  ])('nothing is pushed if %s', async (_why, change) => {
    await subscribe(owner);
    await like();
    expect(await waiting()).toHaveLength(1);
    await change();
    expect(await messages()).toEqual([]);
    expect(await waiting(), 'and it is not tried again').toEqual([]);
  });

  test('a kind is pushed only if the member’s preference allows it; likes require an opt-in', async () => {
    await subscribe(owner);
    const newcomer = await addTestMember(app);
    await subscribe(newcomer);
    const newcomersPhoto = await addTestPhoto(app, newcomer);
    await prefer({ comments: false });
    for (const { id } of [photo, newcomersPhoto]) {
      await app.call('POST', `/photos/${id}/like`, { token: fan.token });
      await app.call('POST', `/photos/${id}/comments`, { token: fan.token, json: { content: 'Ndewo' } });
    }
    expect((await messages()).map(({ tag }) => tag)).toEqual([`like ${photo.id}`, `comment ${newcomersPhoto.id}`]);
  });

  test('nothing is queued for members without a device or after a rollback', async () => {
    await like();
    expect(await waiting()).toEqual([]);
    await subscribe(owner);
    await like();
    expect(await waiting(), 'a like that was there already').toEqual([]);
  });

  test.each([404, 410])('an endpoint that is gone (%i) is deleted', async (status) => {
    await subscribe(owner);
    await like();
    service.answer(status);
    expect(await messages()).toEqual([]);
    expect([(await list(owner)).data, await waiting()]).toEqual([[], []]);
  });

  test('a failed push is retried, and the message arrives once', async () => {
    await subscribe(owner);
    await like();
    const earlierCalls = service.calls();
    service.answer(503);
    expect(await messages()).toEqual([]);
    service.answer(429, { 'retry-after': '120' });
    expect(await messages()).toEqual([]);
    const [retry] = await waiting();
    expect(retry!.run_at.getTime()).toBeGreaterThan(Date.now() + 100_000);
    service.answer(201);
    expect(await messages()).toHaveLength(1);
    expect(await messages()).toEqual([]);
    expect(service.calls() - earlierCalls).toBe(3);
  });

  test('a push that keeps failing is abandoned, and the device stays', async () => {
    await subscribe(owner);
    await like();
    const earlierCalls = service.calls();
    service.answer(500);
    for (let times = 0; times < 10; times += 1) expect(await messages()).toEqual([]);
    expect([service.calls() - earlierCalls, await waiting()]).toEqual([8, []]);
    expect((await list(owner)).data).toHaveLength(1);
  });
});

describe('push subscriptions', () => {
  let app: TestApp;
  let service: TestPushService;
  let member: TestMember;
  let stop: () => Promise<void>;
  beforeAll(async () => void ({ app, service, stop } = await startTestAppWithPush()));
  afterAll(() => stop());
  beforeEach(async () => void (member = await addTestMember(app)));

  const add = (token: string, json: object) => app.call('POST', '/me/push-subscriptions', { token, json });
  const list = async (token: string) => (await app.call('GET', '/me/push-subscriptions', { token })).json;
  const remove = (token: string, id: string) => app.call('DELETE', `/me/push-subscriptions/${id}`, { token });

  test('the list of devices omits everything that would allow pushing to them', async () => {
    await app.db.run('update sessions set device_name = $2 where id = $1', [member.session_id, 'Firefox on Linux']);
    const subscription = service.subscribe();
    const answer = await add(member.token, subscription);
    expect(answer.json.data).toMatchObject({ device: 'Firefox on Linux', shows_content: false, is_current: true });
    const phone = await addTestSession(app, member.id);
    await add(phone.token, { ...service.subscribe(), shows_content: true });
    const { data } = await list(member.token);
    expect(data.map(({ device, shows_content, is_current }: any) => [device, shows_content, is_current])).toEqual([
      ['Unknown device', true, false],
      ['Firefox on Linux', false, true],
    ]);
    for (const secret of [subscription.endpoint, ...Object.values(subscription.keys)])
      expect(JSON.stringify([data, answer.json])).not.toContain(secret);
  });

  test('a session has one subscription: sending it again updates it, and a new endpoint replaces it', async () => {
    const subscription = service.subscribe();
    const first = (await add(member.token, subscription)).json.data;
    const changed = (await add(member.token, { ...subscription, shows_content: true })).json.data;
    expect(changed).toEqual({ ...first, shows_content: true });
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(member.token, service.subscribe())));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    const { data } = await list(member.token);
    expect(data).toHaveLength(1);
    expect(data[0].id).not.toBe(first.id);
  });

  test('a browser’s subscription belongs to the member who subscribed last', async () => {
    const otherMember = await addTestMember(app);
    const subscription = service.subscribe();
    const first = (await add(member.token, subscription)).json.data;
    const second = (await add(otherMember.token, subscription)).json.data;
    expect((await list(member.token)).data).toEqual([]);
    expect((await list(otherMember.token)).data).toEqual([second]);
    expect(second.id).not.toBe(first.id);
  });

  test('a subscription ends with its session: sign-out, new password, closed account', async () => {
    const account = await addTestAccount(app);
    const sessionEnds = [
      (token: string) => app.call('POST', '/auth/logout', { token }),
      () =>
        app.call('PUT', '/me/password', {
          token: account.token,
          json: { current_password: testPassword, password: 'indigo vat 1962', password_confirmation: 'indigo vat 1962' },
        }),
      () => app.call('DELETE', '/me', { token: account.token, json: { password: 'indigo vat 1962' } }),
    ];
    for (const endSession of sessionEnds) {
      const { token } = await addTestSession(app, account.id);
      expect((await add(token, service.subscribe())).status).toBe(201);
      expect((await endSession(token)).status).toBe(200);
      const { rows } = await app.db.pool.query('select from push_subscriptions where member_id = $1', [account.id]);
      expect(rows).toHaveLength(0);
    }
  });

  test('members remove only their own subscriptions, once', async () => {
    const { id } = (await add(member.token, service.subscribe())).json.data;
    const otherMember = await addTestMember(app);
    const refusal = { status: 404, code: 'not_found' };
    const summarize = ({ status, json }: { status: number; json: any }) => ({ status, code: json.code });
    expect(summarize(await remove(otherMember.token, id))).toEqual(refusal);
    expect(summarize(await remove(member.token, 'nothing'))).toEqual(refusal);
    expect((await remove(member.token, id)).status).toBe(200);
    expect(summarize(await remove(member.token, id))).toEqual(refusal);
  });

  test.each([
    ['http://push.example/x', 'endpoint'],
    ['https://127.0.0.1/x', 'endpoint'],
    ['https://[::1]/x', 'endpoint'],
    ['https://2130706433/x', 'endpoint'],
    ['https://localhost/x', 'endpoint'],
    ['https://localhost./x', 'endpoint'],
    ['https://push.example./x', 'endpoint'],
    ['https://push.LOCALHOST/x', 'endpoint'],
    ['https://localhost.localdomain/x', 'endpoint'],
    ['https://printer.local/x', 'endpoint'],
    ['https://router.home.arpa/x', 'endpoint'],
    ['https://metadata.google.internal/x', 'endpoint'],
    ['https://127.1/x', 'endpoint'],
    ['https://0x7f.0.0.1/x', 'endpoint'],
    ['https://0177.0.0.1./x', 'endpoint'],
    ['https://１２７.０.０.１/x', 'endpoint'],
    ['https://[::ffff:127.0.0.1]/x', 'endpoint'],
    ['https://push..example/x', 'endpoint'],
    ['https://push.example:8443/x', 'endpoint'],
    ['https://user:word@push.example/x', 'endpoint'],
    ['http://127.0.0.1:1/x', 'endpoint'],
    ['file:///etc/passwd', 'endpoint'],
    [`https://push.example/${'x'.repeat(1_000)}`, 'endpoint'],
  ])('nothing is ever sent to %s', async (endpoint) => {
    const { status, json } = await add(member.token, { ...service.subscribe(), endpoint });
    expect([status, Object.keys(json.errors)]).toEqual([422, ['endpoint']]);
    expect((await list(member.token)).data).toEqual([]);
  });

  test.each([
    ['not a point of the curve', { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url') }],
    ['a secret that is too short', { auth: randomBytes(12).toString('base64url') }],
    ['a number', { auth: 5 }],
  ])('unusable keys are refused: %s', async (_why, keys) => {
    const subscription = service.subscribe();
    const { status } = await add(member.token, { ...subscription, keys: { ...subscription.keys, ...keys } });
    expect(status).toBe(422);
  });

  test('members who may not read notifications get no pushes', async () => {
    const newcomer = await addTestMember(app, { gender: null });
    for (const token of [newcomer.token]) expect((await add(token, service.subscribe())).status).toBe(403);
    expect((await app.call('GET', '/me/push-subscriptions')).status).toBe(401);
  });

  test('all nodes derive the same push key from the signing key', async () => {
    const { public_key } = await list(member.token);
    expect(vapidKeys(app.context.secrets).publicKey).toBe(public_key);
    const secondApp = await startTestApp({ LOCAL_PUSH_SERVICE: service.origin }, {}, { beside: app });
    try {
      const { json } = await secondApp.call('GET', '/me/push-subscriptions', { token: member.token });
      expect(json.public_key).toBe(public_key);
    } finally {
      await secondApp.close();
    }
  });
});
