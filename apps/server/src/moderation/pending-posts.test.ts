import { afterAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, type TestMember } from '../testing/app.ts';
import { formOf } from '../testing/http-client.ts';
import { photoFile } from '../testing/image-files.ts';
import { startPremoderation } from '../testing/moderation.ts';

const premoderation = await startPremoderation();
const { app, admin, organiser, owner, photo, topicId, keyHeaders, addTopic, comment, reply, listOwnPending, queue, decide } = premoderation;
let member: TestMember;
beforeEach(async () => {
  member = await premoderation.reset();
});
afterAll(() => app.close());

const post = async (author: TestMember, title: string, key?: string) =>
  app.call('POST', '/photos', { token: author.token, form: formOf({ title, 'images[0]': await photoFile(40, 30) }), ...keyHeaders(key) });
const withdraw = (author: TestMember, id: string) => app.call('DELETE', `/me/pending/${id}`, { token: author.token });
const listNotifications = async (caller: TestMember): Promise<any[]> =>
  (await app.call('GET', '/forum/notifications', { token: caller.token })).json.data.notifications;
const comments = async (photoId = photo.id): Promise<string[]> =>
  (await app.call('GET', `/photos/${photoId}/comments`, { token: owner.token })).json.data.map((item: any) => item.content);
const readTopic = async (id: string) => (await app.call('GET', `/forum/topics/${id}`, { token: owner.token })).json.data;
const countRows = async (table: 'comments' | 'forum_posts' | 'forum_topics') =>
  (await app.db.row<{ n: number }>(`select count(*)::int as n from ${table} where $1`, [true]))!.n;
const expectPending = ({ status, json }: { status: number; json: any }) =>
  expect([status, json.code, json.reason]).toEqual([202, 'pending_review', 'pendingReview']);

test('a first comment is pending and visible only to its author; approval publishes it and notifies', async () => {
  const earlier = [await comments(), await listNotifications(owner)];
  const answer = await comment(member, 'My first words');
  expectPending(answer);
  expect(answer.json.message).toBe('Thank you. An organiser will review this before it appears.');
  expect([await comments(), await listNotifications(owner)]).toEqual(earlier);
  expect((await app.call('GET', `/photos/${photo.id}`, { token: owner.token })).json.data.comments_count).toBe(earlier[0]!.length);

  const [waiting] = await listOwnPending(member);
  expect(waiting).toMatchObject({
    kind: 'comment',
    title: null,
    body: 'My first words',
    state: 'waiting',
    target: { address: `/post/${photo.id}` },
  });
  const { data, meta } = await queue();
  expect(meta.open_count).toBe(1);
  expect(data).toMatchObject([
    { id: waiting.id, member: { id: member.id }, why: 'first', listed: null, target: { address: `/post/${photo.id}` } },
  ]);

  expect((await decide(waiting.id)).status).toBe(200);
  expect(await comments()).toContain('My first words');
  expect((await listNotifications(owner))[0]).toMatchObject({ reason: 'photoCommented' });
  const [notice] = await listNotifications(member);
  expect(notice).toMatchObject({ reason: 'pendingApproved', excerpt: 'My first words' });
  expect(notice.action_url).toContain(`/post/${photo.id}#comment-`);
  expect(await listOwnPending(member)).toEqual([]);
  const log = (await app.call('GET', '/moderation/log?action=approve_post', { token: organiser.token })).json.data[0];
  expect(log).toMatchObject({
    actor: { id: organiser.id },
    member: { id: member.id },
    details: { type: 'pending', kind: 'comment' },
    address: notice.action_url,
  });
  expect((await comment(member, 'And a second time')).status).toBe(201);
});

test('the author of a declined post reads the reason, keeps the text and can dismiss it', async () => {
  expectPending(await comment(member, 'Buy my shoes'));
  const [{ id }] = await listOwnPending(member);
  expect((await decide(id, { verdict: 'declined', reason: 'We sell nothing here.' })).status).toBe(200);
  expect(await comments()).not.toContain('Buy my shoes');
  expect((await listNotifications(member))[0]).toMatchObject({
    reason: 'pendingDeclinedWhy',
    params: { reason: 'We sell nothing here.' },
    action_url: '/pending',
  });
  expect(await listOwnPending(member)).toMatchObject([{ id, state: 'declined', reason: 'We sell nothing here.', body: 'Buy my shoes' }]);
  expect((await queue()).data).toEqual([]);
  expect((await withdraw(member, id)).status).toBe(200);
  expect(await listOwnPending(member)).toEqual([]);
  expectPending(await comment(member, 'Then hello'));
});

test('a pending reply answers an existing comment, and its approval notifies that comment’s author', async () => {
  const { json } = await comment(organiser, 'What is it made of?');
  expect((await comment(member, 'Clay', { reply_to: '00000000-0000-4000-8000-000000000000' })).json.reason).toBe('commentNotFound');
  expectPending(await comment(member, 'Clay', { reply_to: json.data.id }));
  const [{ id }] = await listOwnPending(member);
  expect((await decide(id)).status).toBe(200);
  expect((await listNotifications(organiser))[0]).toMatchObject({ reason: 'repliedToComment' });
  expect((await comment(await addTestMember(app), 'Nowhere', {}, '00000000-0000-4000-8000-000000000000')).json.reason).toBe(
    'photoNotFound',
  );
});

test('a pending forum reply takes no number; its idempotency key prevents duplicates before and after approval', async () => {
  const { last_number: lastNumber } = await readTopic(topicId);
  const poll = { question: 'Red?', choices: ['Yes', 'No'], several: false };
  expectPending(await reply(member, 'I **weave**', { poll }, 'key-1'));
  expectPending(await reply(member, 'I **weave**', { poll }, 'key-1'));
  expect((await readTopic(topicId)).last_number).toBe(lastNumber);
  const waiting = await listOwnPending(member);
  expect(waiting).toMatchObject([{ kind: 'forum_post', body: 'I **weave**', poll: { question: 'Red?', choices: ['Yes', 'No'] } }]);
  expect((await decide(waiting[0].id)).status).toBe(200);
  expect((await readTopic(topicId)).last_number).toBe(lastNumber + 1);
  const repeated = await reply(member, 'I **weave**', { poll }, 'key-1');
  expect([repeated.status, repeated.json.data.number, repeated.json.data.poll.question]).toEqual([201, lastNumber + 1, 'Red?']);
  expect((await listNotifications(member))[0].action_url).toMatch(new RegExp(`^/forum/t/${topicId}/what-we-make/${lastNumber + 1}$`));
});

test('an approved topic is created as if its author had sent it', async () => {
  const topicsCount = await countRows('forum_topics');
  expectPending(await addTopic(member, 'My looms', { photo_id: photo.id, body: 'Look #loom' }, 'topic-key'));
  expect(
    (await addTopic(member, 'My looms', { category_id: '00000000-0000-4000-8000-000000000000' })).json.error_reasons.category_id[0].reason,
  ).toBe('noSuchCategory');
  expect(await countRows('forum_topics')).toBe(topicsCount);
  const [waiting] = await listOwnPending(member);
  expect(waiting).toMatchObject({ kind: 'topic', title: 'My looms', target: { title: 'Welcome', address: '/forum/c/welcome' } });
  expect((await decide(waiting.id)).status).toBe(200);
  const topic = (await addTopic(member, 'My looms', { photo_id: photo.id, body: 'Look #loom' }, 'topic-key')).json.data;
  expect(topic).toMatchObject({ title: 'My looms', author: { id: member.id }, photo: { id: photo.id } });
  expect(await countRows('forum_topics')).toBe(topicsCount + 1);
});

test('a first photo is visible only to its author and organisers until it is approved', async () => {
  const answer = await post(member, 'My first photo', 'photo-key');
  expectPending(answer);
  expectPending(await post(member, 'My first photo', 'photo-key'));
  const [waiting, ...others] = await listOwnPending(member);
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({ kind: 'photo', title: 'My first photo', images: [{ width: 40, height: 30 }], target: null });
  const { id: photoId } = (await app.db.row<{ id: string }>('select id from photos where member_id = $1', [member.id]))!;
  for (const caller of [member, owner, organiser])
    expect((await app.call('GET', `/photos/${photoId}`, { token: caller.token })).status).toBe(404);
  expect((await app.call('POST', `/moderation/photos/${photoId}/restore`, { token: organiser.token })).status).toBe(404);
  const profile = async () => (await app.db.row<{ n: number }>('select photos_count as n from members where id = $1', [member.id]))!.n;
  expect(await profile()).toBe(0);
  const [queued] = (await queue()).data;
  expect((await fetch(app.url + queued.images[0].image_path)).status).toBe(200);

  expect((await decide(waiting.id)).status).toBe(200);
  expect((await app.call('GET', `/photos/${photoId}`, { token: owner.token })).json.data.title).toBe('My first photo');
  expect(await profile()).toBe(1);
  expect((await listNotifications(member))[0]).toMatchObject({ reason: 'pendingApproved', action_url: `/post/${photoId}` });
  expect((await post(member, 'My first photo', 'photo-key')).json.data.id).toBe(photoId);
});

test('a declined or withdrawn photo is deleted with its images', async () => {
  const otherMember = await addTestMember(app);
  expectPending(await post(member, 'Declined'));
  expectPending(await post(otherMember, 'Taken back'));
  expect((await decide((await listOwnPending(member))[0].id, { verdict: 'declined' })).status).toBe(200);
  expect((await withdraw(otherMember, (await listOwnPending(otherMember))[0].id)).status).toBe(200);
  const sql = 'select from photos where member_id = any($1::uuid[]) and deleted_at is null';
  expect(await app.db.rows(sql, [[member.id, otherMember.id]])).toEqual([]);
  expect(
    await app.db.rows('select from images where member_id = any($1::uuid[]) and deleted_at is null', [[member.id, otherMember.id]]),
  ).toEqual([]);
  expect(await listOwnPending(member)).toMatchObject([{ title: 'Declined', state: 'declined', images: [] }]);
  expect((await listNotifications(member))[0].reason).toBe('pendingDeclined');
});

test('of two organisers who decide concurrently, one gets a conflict; a concurrent withdrawal has one outcome', async () => {
  expectPending(await comment(member, 'Only once'));
  const [{ id }] = await listOwnPending(member);
  const [first, second] = await Promise.all([decide(id), decide(id, { verdict: 'declined' }, admin)]);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  expect([first, second].find(({ status }) => status === 409)!.json.reason).toBe('pendingDecided');
  expect((await decide(id)).json.reason).toBe('pendingDecided');

  for (let round = 0; round < 5; round += 1) {
    const author = await addTestMember(app);
    expectPending(await comment(author, `Round ${round} of ${author.id}`));
    const [waiting] = await listOwnPending(author);
    const [approved, withdrawn] = await Promise.all([decide(waiting.id), withdraw(author, waiting.id)]);
    const isPublished = (await comments()).includes(`Round ${round} of ${author.id}`);
    expect([approved.status, withdrawn.status]).toEqual(isPublished ? [200, 409] : [404, 200]);
  }
});

test('only organisers other than the author read or decide pending posts', async () => {
  expectPending(await comment(member, 'Mine'));
  const [{ id }] = await listOwnPending(member);
  expect((await app.call('GET', '/moderation/pending', { token: owner.token })).json.code).toBe('forbidden');
  expect((await decide(id, { verdict: 'approved' }, owner)).json.code).toBe('forbidden');
  expect((await app.call('POST', `/moderation/pending/${id}/decide`, { json: { verdict: 'approved' } })).status).toBe(401);
  expect((await withdraw(owner, id)).status).toBe(404);
  expect(await listOwnPending(owner)).toEqual([]);
  await app.db.run(`update members set role = 'moderator' where id = $1`, [member.id]);
  expect(await queue(member)).toMatchObject({ data: [], meta: { open_count: 0 } });
  expect((await decide(id, { verdict: 'approved' }, member)).json.reason).toBe('pendingNotFound');
  expect((await decide('00000000-0000-4000-8000-000000000000')).json.reason).toBe('pendingNotFound');
  expect((await comment(member, 'Organisers do not wait')).status).toBe(201);
});

test('a post that cannot be published stays pending, and organisers see why', async () => {
  const { json } = await addTopic(owner, 'Soon locked');
  expectPending(await reply(member, 'Too late', {}, 'late', json.data.id));
  const [{ id }] = await listOwnPending(member);
  await app.db.run('update forum_topics set locked_at = now() where id = $1', [json.data.id]);
  expect((await decide(id)).json.reason).toBe('pendingNotPostable');
  await app.db.run('update forum_topics set locked_at = null where id = $1', [json.data.id]);
  await app.db.run(`update members set silenced_at = now(), silence_reason = 'Spam' where id = $1`, [member.id]);
  expect((await decide(id)).json.reason).toBe('pendingAuthorAway');
  expect((await queue()).data).toHaveLength(1);
  await app.db.run('update members set silenced_at = null, silence_reason = null where id = $1', [member.id]);
  expect((await decide(id)).status).toBe(200);
});
