import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { startTestMailServer, type TestMailServer } from '../../testing/mails.ts';
import { addTestPhoto, block, mute, setMember } from '../../testing/posts.ts';
import { queueDailyMails, queueInstantMails, queueWeeklyDigests } from './queue-activity-mails.ts';
import { unsubscribeLink } from './unsubscribe.ts';

describe('mails of single notifications', () => {
  let app: TestApp;
  let server: TestMailServer;
  let refusal: string | null = null;
  let owner: TestMember;
  let fan: TestMember;
  let photo: { id: string };
  beforeAll(async () => {
    server = await startTestMailServer({ refuse: () => refusal });
    app = await startTestApp({ SMTP_URL: server.url });
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
  });
  beforeEach(async () => {
    [owner, fan] = await Promise.all([addTestMember(app, { name: 'Ada' }), addTestMember(app, { name: 'Bisi' })]);
    photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
    await setPreferences({ likes: 'instant', comments: 'daily' });
  });
  afterEach(async () => {
    refusal = null;
    await server.take();
    await app.db.pool.query('delete from graphile_worker._private_jobs; delete from notifications');
  });

  const setPreferences = (kinds: object, member = owner) =>
    app.call('PUT', '/me/forum-settings', { token: member.token, json: { email_notification_preferences: kinds } });
  const like = (member = fan) => app.call('POST', `/photos/${photo.id}/like`, { token: member.token });
  const comment = (member = fan) => app.call('POST', `/photos/${photo.id}/comments`, { token: member.token, json: { content: 'Ndewo' } });
  const wait = (minutes = 5) =>
    app.db.pool.query(`update notifications set created_at = created_at - make_interval(mins => $1)`, [minutes]);
  async function mailed(job: 'mail_at_once' | 'mail_daily' = 'mail_at_once'): ReturnType<TestMailServer['take']> {
    // 07:00 in the default time zone.
    await addJob(app.db, job, job === 'mail_daily' ? { _cron: { ts: '2026-11-23T07:00:00Z' } } : null);
    await app.db.pool.query('update graphile_worker._private_jobs set run_at = now()');
    await runJobs(app.context);
    return server.take();
  }
  const sending = async (): Promise<number> =>
    (await app.db.pool.query(`select from graphile_worker.jobs where task_identifier = 'send_activity_mail'`)).rows.length;
  const path = (link: string): string => link.replace('http://localhost:3000', app.url);

  test('instant notifications are mailed once, together, after some minutes', async () => {
    const otherFan = await addTestMember(app, { name: 'Chi' });
    await like();
    await like(otherFan);
    await comment();
    expect(await mailed(), 'it may still be read in the app').toEqual([]);
    await wait();
    const [mail, ...otherMails] = await mailed();
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({ to: owner.email, subject: 'Chi and 1 other liked your photo “Uli wall”' });
    expect(mail!.links).toContain(`http://localhost:3000/post/${photo.id}`);
    expect(mail!.text).toContain(`Chi and 1 other liked your photo “Uli wall”\nhttp://localhost:3000/post/${photo.id}`);
    expect(await mailed()).toEqual([]);
    const daily = await mailed('mail_daily');
    expect(daily, 'six minutes lie between two mails').toEqual([]);
    await app.db.pool.query(`update activity_mails set mailed_at = now() - interval '1 hour'`);
    expect((await mailed('mail_daily')).map(({ subject }) => subject)).toEqual(['Bisi commented on your photo “Uli wall”']);
  });

  test('likes of a comment are mailed with a link to the comment', async () => {
    const { json } = await app.call('POST', `/photos/${photo.id}/comments`, { token: owner.token, json: { content: 'Ndewo' } });
    await app.call('POST', `/comments/${json.data.id}/like`, { token: fan.token });
    await wait();
    expect(await mailed()).toMatchObject([
      {
        subject: 'Bisi liked your comment on “Uli wall”',
        text: expect.stringContaining(`http://localhost:3000/post/${photo.id}#comment-${json.data.id}`),
      },
    ]);
  });

  test('a mail has at most twenty lines and a link to all notifications', async () => {
    await setPreferences({ follows: 'instant' });
    await app.db.run(
      `with crowd as (insert into members (id, username, name, email, email_verified_at)
       select gen_random_uuid(), 'crowd_' || n, 'Crowd', 'crowd' || n || '@example.test', now() from generate_series(1, 60) n returning id)
     insert into notifications (id, member_id, type, actor_id) select gen_random_uuid(), $1, 'follow', id from crowd`,
      [owner.id],
    );
    await wait();
    const [mail] = await mailed();
    expect(mail!.subject).toMatch(/\b60\b/);
    expect(mail!.links.filter((link) => link.includes('/user/'))).toHaveLength(20);
    expect(mail!.links).toContain('http://localhost:3000/notifications');
    // Gmail clips mails above 102 KB.
    expect(Buffer.byteLength(mail!.html)).toBeLessThan(60_000);
  });

  test('a thousand notifications make one mail and do not delay other members’ mails', async () => {
    const otherMember = await addTestMember(app, { name: 'Chi' });
    for (const member of [owner, otherMember]) await setPreferences({ follows: 'daily' }, member);
    await app.db.run(
      `with crowd as (insert into members (id, username, name, email, email_verified_at)
       select gen_random_uuid(), 'many_' || n, 'Crowd', 'many' || n || '@example.test', now() from generate_series(1, 400) n returning id)
     insert into notifications (id, member_id, type, actor_id)
       select gen_random_uuid(), m, 'follow', id from crowd, unnest(array[$1, $2]::uuid[]) m`,
      [owner.id, otherMember.id],
    );
    await wait();
    const mails = await mailed('mail_daily');
    expect(mails.map(({ to, subject }) => [to, /\d+/.exec(subject)?.[0]]).toSorted()).toEqual(
      [
        [owner.email, '400'],
        [otherMember.email, '400'],
      ].toSorted(),
    );
  });

  test.each([
    ['it was read', () => app.call('POST', '/forum/notifications/mark-all-read', { token: owner.token })],
    ['the actor was blocked', () => block(app, owner, fan)],
    ['the post is gone', () => app.call('DELETE', `/photos/${photo.id}`, { token: owner.token })],
    ['the account was suspended', () => setMember(app, owner, { suspended_at: new Date() })],
    ['the member turned these mails off', () => setPreferences({ likes: 'off' })],
    ['the email address is unverified', () => setMember(app, owner, { email_verified_at: null })],
  ])('nothing is mailed if %s, even once the mail is queued', async (_why, change) => {
    await like();
    await wait();
    await queueInstantMails(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
    expect(await sending()).toBe(1);
    await change();
    expect(await mailed()).toEqual([]);
    expect(await sending()).toBe(0);
  });

  test('kinds that are turned off and notifications older than two days are not mailed', async () => {
    await setPreferences({ likes: 'off' });
    await like();
    await wait();
    expect([...(await mailed()), ...(await mailed('mail_daily'))]).toEqual([]);
    await setPreferences({ likes: 'instant' });
    await wait(3 * 24 * 60);
    expect(await mailed()).toEqual([]);
  });

  test('two nodes mail once, and a retry sends the same mail', async () => {
    await like();
    await wait();
    await Promise.all([addJob(app.db, 'mail_at_once', null), addJob(app.db, 'mail_at_once', null)]);
    refusal = '451 later';
    await Promise.all([runJobs(app.context), runJobs(app.context)]);
    expect(await server.take()).toEqual([]);
    expect(await sending()).toBe(1);
    refusal = null;
    expect(await mailed()).toHaveLength(1);
  });

  test('one click in the mail client, or a page with one button, unsubscribes without sign-in', async () => {
    await like();
    await wait();
    const [mail] = await mailed();
    const link = /^<(.+)>$/.exec(mail!.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect([mail!.links.includes(link), mail!.text.includes(link)]).toEqual([true, true]);
    const settings = async () =>
      (await app.call('GET', '/me/forum-settings', { token: owner.token })).json.data.email_notification_preferences;
    const earlierSettings = await settings();
    const page = await app.call('GET', path(link));
    expect([page.status, page.text.match(/<button/g)?.length, await settings()]).toEqual([200, 1, earlierSettings]);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await app.call('POST', path(link), { headers, body: 'List-Unsubscribe=One-Click' });
    expect(answer.status).toBe(200);
    expect(new Set(Object.values(await settings()))).toEqual(new Set(['off']));
    for (const wrong of [`${link}x`, link.replace(owner.id, fan.id), link.replace(/[^/]+$/, '')])
      for (const method of ['GET', 'POST'] as const)
        expect((await app.call(method, path(wrong), { headers, body: method === 'POST' ? 'x=y' : '' })).status, wrong).toBe(404);
  });

  test('unsubscribing accepts both form types and an empty body', async () => {
    const link = path(unsubscribeLink(app.context, owner.id));
    const boundary = 'part-of-a-mail';
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
    const posts = [
      { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body: part },
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' },
      {},
    ];
    for (const post of posts) {
      await setPreferences({ likes: 'instant' });
      expect((await app.call('POST', link, post)).status, JSON.stringify(post)).toBe(200);
      const { json } = await app.call('GET', '/me/forum-settings', { token: owner.token });
      expect(json.data.email_notification_preferences.likes).toBe('off');
    }
  });

  test.each(['suspended_at', 'closed_at'])('the unsubscribe link also works for members who cannot sign in (%s)', async (since) => {
    await setMember(app, owner, { [since]: new Date() });
    const answer = await app.call('POST', path(unsubscribeLink(app.context, owner.id)));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    await setMember(app, owner, { [since]: null });
    const { json } = await app.call('GET', '/me/forum-settings', { token: owner.token });
    expect(new Set(Object.values(json.data.email_notification_preferences))).toEqual(new Set(['off']));
  });

  test('members over the settings rate limit can still unsubscribe', async () => {
    const strict = await startTestApp({ RATE_LIMIT_SCALE: '0.1' });
    try {
      const member = await addTestMember(strict);
      const save = () => strict.call('PUT', '/me/forum-settings', { token: member.token, json: { show_birthday: true } });
      const saved = [];
      for (let times = 0; times < 7; times += 1) saved.push((await save()).status);
      expect(saved).toEqual([200, 200, 200, 200, 200, 200, 429]);
      const link = unsubscribeLink(strict.context, member.id).replace('http://localhost:3000', strict.url);
      expect((await strict.call('POST', link)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test('the unsubscribe link of an erased account gets the same answer', async () => {
    expect((await app.call('POST', path(unsubscribeLink(app.context, newId())))).status).toBe(200);
  });

  test('mails show only public photos, and names do not become links', async () => {
    await setMember(app, fan, { name: 'evil.example' });
    await like();
    await wait();
    const [open] = await mailed();
    expect(open!.html).toContain('<img src="http://localhost:3000/media/');
    expect(open!.html).not.toContain('evil.example');
    const closed = await addTestMember(app, { name: 'Dayo', post_visibility: 'followers' });
    await setPreferences({ likes: 'instant' }, closed);
    const closedMembersPhoto = await addTestPhoto(app, closed);
    await app.db.run('insert into follows (follower_id, followed_id) values ($1, $2)', [fan.id, closed.id]);
    expect((await app.call('POST', `/photos/${closedMembersPhoto.id}/like`, { token: fan.token })).status).toBe(200);
    await wait();
    const [hidden] = await mailed();
    expect(hidden!.to).toBe(closed.email);
    expect(hidden!.html).not.toContain('<img');
  });
});

describe('digests', () => {
  let app: TestApp;
  let server: TestMailServer;
  let reader: TestMember;
  let maker: TestMember;
  beforeAll(async () => {
    server = await startTestMailServer();
    app = await startTestApp({ SMTP_URL: server.url, DEFAULT_TIME_ZONE: 'America/New_York' });
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
  });
  beforeEach(async () => {
    [reader, maker] = await Promise.all([addTestMember(app, { name: 'Ada' }), addTestMember(app, { name: 'Bisi' })]);
    await changeSettings({ time_zone: 'Africa/Lagos', email_notification_preferences: { digest: 'weekly' } });
  });
  afterEach(async () => {
    await server.take();
    await app.db.pool.query(`
    delete from graphile_worker._private_jobs; delete from digests;
    update photos set created_at = created_at - interval '30 days';
    update forum_topics set created_at = created_at - interval '30 days';
    update members set email_notification_preferences = email_notification_preferences || '{"digest": "off"}'`);
  });

  const changeSettings = (settings: object, member = reader) =>
    app.call('PUT', '/me/forum-settings', { token: member.token, json: settings });
  /** Monday, 07:00 in Lagos. */
  const monday = '2026-11-23T06:00:00Z';
  async function mailed(time = monday, task = queueWeeklyDigests): ReturnType<TestMailServer['take']> {
    await task({ _cron: { ts: time } }, { context: app.context, signal: new AbortController().signal, attempt: 1 });
    await runJobs(app.context);
    return server.take();
  }

  test('subscribers get one weekly digest on Monday morning with the posts of others', async () => {
    const photo = await addTestPhoto(app, maker, { title: 'Uli wall' });
    await addTestPhoto(app, reader, { title: 'Her own' });
    const topic = await addTestTopic(app, maker, { title: 'Which kiln?' });
    const [mail, ...otherMails] = await mailed();
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({ to: reader.email, subject: 'This week on Mbari' });
    expect(mail!.text).toContain(`“Uli wall” by Bisi\nhttp://localhost:3000/post/${photo.id}`);
    expect(mail!.text).toContain(`In the forum: Which kiln?\nhttp://localhost:3000/forum/t/${topic.id}/`);
    expect(mail!.text).not.toContain('Her own');
    expect(mail!.html).toContain('<img src="http://localhost:3000/media/');
    expect(mail!.headers).toMatchObject({
      'list-unsubscribe': expect.stringMatching(/^<http:\/\/localhost:3000\/unsubscribe\/.+>$/),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(await mailed(), 'once a week').toEqual([]);
    await app.db.pool.query(`update digests set queued_at = queued_at - interval '7 days'`);
    expect(await mailed()).toHaveLength(1);
  });

  test.each([
    ['before seven', '2026-11-23T05:00:00Z', 0],
    ['after eight', '2026-11-23T07:00:00Z', 0],
    ['on Tuesday', '2026-11-24T06:00:00Z', 0],
    ['at seven', monday, 1],
  ])('a digest is mailed at seven on Monday only: %s', async (_when, time, mails) => {
    await addTestPhoto(app, maker);
    expect(await mailed(time)).toHaveLength(mails);
  });

  test('members without a time zone get the digest in the community’s morning', async () => {
    await changeSettings({ time_zone: null });
    await addTestPhoto(app, maker);
    expect(await mailed(monday)).toEqual([]);
    expect(await mailed('2026-11-23T12:00:00Z')).toHaveLength(1);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['nobody posted', async () => app.db.pool.query('update photos set deleted_at = now()')],
    ['the posts are older than a week', async () => app.db.pool.query(`update photos set created_at = now() - interval '8 days'`)],
    ['the member turned it off', () => changeSettings({ email_notification_preferences: { digest: 'off' } })],
    ['the author is blocked', () => block(app, reader, maker)],
    ['the author blocked the reader', () => block(app, maker, reader)],
    ['the author is muted', () => mute(app, reader, maker)],
    ['the author limits posts to followers', () => setMember(app, maker, { post_visibility: 'followers', plan_name: 'pro' })],
    ['the author’s profile is private', () => setMember(app, maker, { profile_visibility: 'private', plan_name: 'pro' })],
    ['the reader was suspended', () => setMember(app, reader, { suspended_at: new Date() })],
    ['the email address is unverified', () => setMember(app, reader, { email_verified_at: null })],
  ])('no digest is sent if %s', async (_why, arrange) => {
    await addTestPhoto(app, maker);
    await arrange();
    expect(await mailed()).toEqual([]);
  });

  test('the digest names a followers-only photo to a follower, without its image', async () => {
    await app.db.run('insert into follows (follower_id, followed_id) values ($1, $2)', [reader.id, maker.id]);
    await setMember(app, maker, { post_visibility: 'followers', plan_name: 'pro' });
    await addTestPhoto(app, maker, { title: 'Not for all' });
    const [mail] = await mailed();
    expect(mail!.text).toContain('“Not for all” by Bisi');
    expect(mail!.html).not.toContain('<img');
  });

  test('daily mails are sent in the reader’s morning', async () => {
    await changeSettings({ email_notification_preferences: { follows: 'daily' } });
    await app.call('POST', `/users/${reader.id}/follow`, { token: maker.token });
    await app.db.pool.query(`update notifications set created_at = created_at - interval '5 minutes'`);
    expect(await mailed('2026-11-24T12:00:00Z', queueDailyMails)).toEqual([]);
    expect((await mailed('2026-11-24T06:00:00Z', queueDailyMails)).map(({ to }) => to)).toEqual([reader.email]);
  });

  test('two nodes mail each reader once', async () => {
    await addTestPhoto(app, maker);
    await Promise.all([mailed(), mailed()]);
    const { rows } = await app.db.pool.query('select from digests');
    expect(rows).toHaveLength(1);
    expect(await mailed()).toEqual([]);
  });

  test('an unknown time zone is refused', async () => {
    expect((await changeSettings({ time_zone: 'africa/lagos' })).json.data.time_zone).toBe('Africa/Lagos');
    const refusal = await changeSettings({ time_zone: 'Mars/Olympus' });
    expect([refusal.status, refusal.json.errors]).toEqual([422, { time_zone: ['Choose a time zone from the list.'] }]);
  });
});
