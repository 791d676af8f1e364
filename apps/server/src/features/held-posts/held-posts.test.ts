import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/forms.ts';
import { addTestUpload, welcome } from '../../testing/forum.ts';
import { photoFile } from '../../testing/pictures.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { sweepUploads } from '../forum-images/sweep-uploads.ts';
import { sweepHeld } from '../holding/sweep-held.ts';

let app: TestApp;
let admin: TestMember;
let organiser: TestMember;
let owner: TestMember;
let photo: { id: string };
let topicId: string;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  [admin, organiser, owner] = await Promise.all([
    addTestMember(app, { role: 'admin' }),
    addTestMember(app, { role: 'moderator' }),
    addTestMember(app),
  ]);
  photo = await addTestPhoto(app, owner);
  topicId = (await begin(owner, 'What we make')).json.data.id;
});
afterAll(() => app.close());
beforeEach(async () => {
  member = await addTestMember(app);
  await app.db.run('delete from held_posts');
  await app.db.run('delete from new_account_links');
  await change({ hold_first: 1 });
});

async function change(more: object) {
  const { data } = (await app.call('GET', '/admin/filters', { token: admin.token })).json;
  const json = { version: data.version, entries: [], new_account_days: 0, hold_first: 0, same_link_accounts: 0, ...more };
  expect((await app.call('PUT', '/admin/filters', { token: admin.token, json })).status).toBe(200);
}
const headersOf = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } });
const comment = (by: TestMember, content = 'How fine', more: object = {}, on = photo.id) =>
  app.call('POST', `/photos/${on}/comments`, { token: by.token, json: { content, ...more } });
const begin = (by: TestMember, title: string, more: object = {}, key?: string) =>
  app.call('POST', '/forum/topics', {
    token: by.token,
    json: { category_id: welcome, title, body: 'Good people', ...more },
    ...headersOf(key),
  });
const reply = (by: TestMember, body: string, more: object = {}, key?: string, to = topicId) =>
  app.call('POST', `/forum/topics/${to}/posts`, { token: by.token, json: { body, ...more }, ...headersOf(key) });
const post = async (by: TestMember, title: string, key?: string) =>
  app.call('POST', '/photos', { token: by.token, form: formOf({ title, 'images[0]': await photoFile(40, 30) }), ...headersOf(key) });
const own = async (by: TestMember): Promise<any[]> => (await app.call('GET', '/me/held', { token: by.token })).json.data;
const queue = async (by = organiser) => (await app.call('GET', '/moderation/held', { token: by.token })).json;
const decide = (id: string, json: object = { verdict: 'approved' }, by: TestMember = organiser) =>
  app.call('POST', `/moderation/held/${id}/decide`, { token: by.token, json });
const takeBack = (by: TestMember, id: string) => app.call('DELETE', `/me/held/${id}`, { token: by.token });
const news = async (who: TestMember): Promise<any[]> =>
  (await app.call('GET', '/forum/notifications', { token: who.token })).json.data.notifications;
const comments = async (on = photo.id): Promise<string[]> =>
  (await app.call('GET', `/photos/${on}/comments`, { token: owner.token })).json.data.map((one: any) => one.content);
const topicOf = async (id: string) => (await app.call('GET', `/forum/topics/${id}`, { token: owner.token })).json.data;
const countOf = async (table: 'comments' | 'forum_posts' | 'forum_topics') =>
  (await app.db.row<{ n: number }>(`select count(*)::int as n from ${table} where $1`, [true]))!.n;
const isHeld = ({ status, json }: { status: number; json: any }) =>
  expect([status, json.code, json.reason]).toEqual([202, 'held', 'heldForApproval']);
const task = { signal: new AbortController().signal, attempt: 1 };

test('a first comment waits, nobody hears of it, and its author sees it; approved, it is there and both are told', async () => {
  const before = [await comments(), await news(owner)];
  const answer = await comment(member, 'My first words');
  isHeld(answer);
  expect(answer.json.message).toBe('Thank you. An organiser looks at this before it appears.');
  expect([await comments(), await news(owner)]).toEqual(before);
  expect((await app.call('GET', `/photos/${photo.id}`, { token: owner.token })).json.data.comments_count).toBe(before[0]!.length);

  const [waiting] = await own(member);
  expect(waiting).toMatchObject({
    kind: 'comment',
    title: null,
    body: 'My first words',
    state: 'waiting',
    place: { address: `/post/${photo.id}` },
  });
  const { data, meta } = await queue();
  expect(meta.open_count).toBe(1);
  expect(data).toMatchObject([
    { id: waiting.id, member: { id: member.id }, why: 'first', listed: null, place: { address: `/post/${photo.id}` } },
  ]);

  expect((await decide(waiting.id)).status).toBe(200);
  expect(await comments()).toContain('My first words');
  expect((await news(owner))[0]).toMatchObject({ reason: 'photoCommented' });
  const [told] = await news(member);
  expect(told).toMatchObject({ reason: 'heldApproved', excerpt: 'My first words' });
  expect(told.action_url).toContain(`/post/${photo.id}#comment-`);
  expect(await own(member)).toEqual([]);
  const log = (await app.call('GET', '/moderation/log?action=approve_post', { token: organiser.token })).json.data[0];
  expect(log).toMatchObject({
    actor: { id: organiser.id },
    member: { id: member.id },
    details: { type: 'held', kind: 'comment' },
    address: told.action_url,
  });
  expect((await comment(member, 'And a second time')).status).toBe(201);
});

test('declined, its author reads why, keeps the text, and can put it away; nothing is posted', async () => {
  isHeld(await comment(member, 'Buy my shoes'));
  const [{ id }] = await own(member);
  expect((await decide(id, { verdict: 'declined', reason: 'We sell nothing here.' })).status).toBe(200);
  expect(await comments()).not.toContain('Buy my shoes');
  expect((await news(member))[0]).toMatchObject({
    reason: 'heldDeclinedWhy',
    params: { reason: 'We sell nothing here.' },
    action_url: '/held',
  });
  expect(await own(member)).toMatchObject([{ id, state: 'declined', reason: 'We sell nothing here.', body: 'Buy my shoes' }]);
  expect((await queue()).data).toEqual([]);
  expect((await takeBack(member, id)).status).toBe(200);
  expect(await own(member)).toEqual([]);
  isHeld(await comment(member, 'Then hello'));
});

test('a reply to a comment waits with what it answers', async () => {
  const { json } = await comment(organiser, 'What is it made of?');
  expect((await comment(member, 'Clay', { reply_to: '00000000-0000-4000-8000-000000000000' })).json.reason).toBe('commentNotFound');
  isHeld(await comment(member, 'Clay', { reply_to: json.data.id }));
  const [{ id }] = await own(member);
  expect((await decide(id)).status).toBe(200);
  expect((await news(organiser))[0]).toMatchObject({ reason: 'repliedToComment' });
  expect((await comment(await addTestMember(app), 'Nowhere', {}, '00000000-0000-4000-8000-000000000000')).json.reason).toBe(
    'photoNotFound',
  );
});

test('a reply in the forum takes no number until it is approved, is held once under its key, and is found by it afterwards', async () => {
  const { last_number: before } = await topicOf(topicId);
  const poll = { question: 'Red?', choices: ['Yes', 'No'], several: false };
  isHeld(await reply(member, 'I **weave**', { poll }, 'key-1'));
  isHeld(await reply(member, 'I **weave**', { poll }, 'key-1'));
  expect((await topicOf(topicId)).last_number).toBe(before);
  const waiting = await own(member);
  expect(waiting).toMatchObject([{ kind: 'forum_post', body: 'I **weave**', poll: { question: 'Red?', choices: ['Yes', 'No'] } }]);
  expect((await decide(waiting[0].id)).status).toBe(200);
  expect((await topicOf(topicId)).last_number).toBe(before + 1);
  const again = await reply(member, 'I **weave**', { poll }, 'key-1');
  expect([again.status, again.json.data.number, again.json.data.poll.question]).toEqual([201, before + 1, 'Red?']);
  expect((await news(member))[0].action_url).toMatch(new RegExp(`^/forum/t/${topicId}/what-we-make/${before + 1}$`));
});

test('a topic waits whole, and is begun as its author would have', async () => {
  const before = await countOf('forum_topics');
  isHeld(await begin(member, 'My looms', { photo_id: photo.id, body: 'Look #loom' }, 'topic-key'));
  expect(
    (await begin(member, 'My looms', { category_id: '00000000-0000-4000-8000-000000000000' })).json.error_reasons.category_id[0].reason,
  ).toBe('noSuchCategory');
  expect(await countOf('forum_topics')).toBe(before);
  const [waiting] = await own(member);
  expect(waiting).toMatchObject({ kind: 'topic', title: 'My looms', place: { title: 'Welcome', address: '/forum/c/welcome' } });
  expect((await decide(waiting.id)).status).toBe(200);
  const topic = (await begin(member, 'My looms', { photo_id: photo.id, body: 'Look #loom' }, 'topic-key')).json.data;
  expect(topic).toMatchObject({ title: 'My looms', author: { id: member.id }, photo: { id: photo.id } });
  expect(await countOf('forum_topics')).toBe(before + 1);
});

test('a first photo is kept and shown to nobody but its author and organisers, until it is approved', async () => {
  const sent = await post(member, 'My first photo', 'photo-key');
  isHeld(sent);
  isHeld(await post(member, 'My first photo', 'photo-key'));
  const [waiting, ...more] = await own(member);
  expect(more).toEqual([]);
  expect(waiting).toMatchObject({ kind: 'photo', title: 'My first photo', images: [{ width: 40, height: 30 }], place: null });
  const { id: photoId } = (await app.db.row<{ id: string }>('select id from photos where member_id = $1', [member.id]))!;
  for (const who of [member, owner, organiser])
    expect((await app.call('GET', `/photos/${photoId}`, { token: who.token })).status).toBe(404);
  expect((await app.call('POST', `/moderation/photos/${photoId}/restore`, { token: organiser.token })).status).toBe(404);
  const profile = async () => (await app.db.row<{ n: number }>('select photos_count as n from members where id = $1', [member.id]))!.n;
  expect(await profile()).toBe(0);
  const [seen] = (await queue()).data;
  expect((await fetch(app.url + seen.images[0].image_path)).status).toBe(200);

  expect((await decide(waiting.id)).status).toBe(200);
  expect((await app.call('GET', `/photos/${photoId}`, { token: owner.token })).json.data.title).toBe('My first photo');
  expect(await profile()).toBe(1);
  expect((await news(member))[0]).toMatchObject({ reason: 'heldApproved', action_url: `/post/${photoId}` });
  expect((await post(member, 'My first photo', 'photo-key')).json.data.id).toBe(photoId);
});

test('a photo that is declined or taken back goes, with its images', async () => {
  const other = await addTestMember(app);
  isHeld(await post(member, 'Declined'));
  isHeld(await post(other, 'Taken back'));
  expect((await decide((await own(member))[0].id, { verdict: 'declined' })).status).toBe(200);
  expect((await takeBack(other, (await own(other))[0].id)).status).toBe(200);
  const left = 'select from photos where member_id = any($1::uuid[]) and deleted_at is null';
  expect(await app.db.rows(left, [[member.id, other.id]])).toEqual([]);
  expect(await app.db.rows('select from images where member_id = any($1::uuid[]) and deleted_at is null', [[member.id, other.id]])).toEqual(
    [],
  );
  expect(await own(member)).toMatchObject([{ title: 'Declined', state: 'declined', images: [] }]);
  expect((await news(member))[0].reason).toBe('heldDeclined');
});

test('words on the list are held, of whoever writes them, but for organisers; once approved they are not reported', async () => {
  await change({ entries: [{ text: 'raffle', action: 'hold' }] });
  isHeld(await comment(member, 'A raffle!'));
  expect((await queue()).data).toMatchObject([{ why: 'listed', listed: 'raffle' }]);
  expect((await comment(organiser, 'A raffle!')).status).toBe(201);
  expect((await decide((await own(member))[0].id)).status).toBe(200);
  expect((await app.call('GET', '/moderation/reports', { token: organiser.token })).json.data).toEqual([]);
  isHeld(await reply(member, 'Come to the [draw](https://raffle.example)'));
  const plain = await reply(member, 'Come');
  expect(plain.status).toBe(201);
  // What is posted is not taken away: organisers look at the change.
  const changed = await app.call('PUT', `/forum/topics/${topicId}/posts/${plain.json.data.id}`, {
    token: member.token,
    json: { body: 'A raffle' },
  });
  expect(changed.status).toBe(200);
  expect((await app.call('GET', '/moderation/reports', { token: organiser.token })).json.data).toHaveLength(1);
});

test('the same link from several new accounts is held from the set number on, also where they write it at once', async () => {
  await change({ same_link_accounts: 3 });
  const [second, third, fourth, old] = await Promise.all([0, 1, 2, 3].map(() => addTestMember(app)));
  await app.db.run(`update members set created_at = now() - interval '8 days' where id = $1`, [old!.id]);
  expect((await comment(member, 'See https://shop.example/now?from=1')).status).toBe(201);
  expect((await comment(member, 'Again www.shop.example/now')).status).toBe(201);
  expect((await comment(old!, 'See https://shop.example/now')).status).toBe(201);
  expect((await comment(second!, 'See https://shop.example/other')).status).toBe(201);
  expect((await reply(second!, 'See [this](http://shop.example/now/)')).status).toBe(201);
  const both = await Promise.all([comment(third!, 'https://shop.example/now'), comment(fourth!, 'https://shop.example/now')]);
  for (const one of both) isHeld(one);
  expect((await queue()).data.map((one: any) => one.why)).toEqual(['same_link', 'same_link']);
  await app.db.run(`update new_account_links set written_at = now() - interval '25 hours'`);
  expect((await comment(third!, 'https://shop.example/now')).status).toBe(201);
  await sweepHeld(null, { ...task, context: app.context });
  expect(await app.db.rows('select from new_account_links')).toHaveLength(1);
});

test('of two organisers one decides, and the other is told; taken back while it is approved, one of both holds', async () => {
  isHeld(await comment(member, 'Only once'));
  const [{ id }] = await own(member);
  const [one, other] = await Promise.all([decide(id), decide(id, { verdict: 'declined' }, admin)]);
  expect([one.status, other.status].toSorted()).toEqual([200, 409]);
  expect([one, other].find(({ status }) => status === 409)!.json.reason).toBe('heldDecided');
  expect((await decide(id)).json.reason).toBe('heldDecided');

  for (let round = 0; round < 5; round += 1) {
    const another = await addTestMember(app);
    isHeld(await comment(another, `Round ${round} of ${another.id}`));
    const [waiting] = await own(another);
    const [approved, back] = await Promise.all([decide(waiting.id), takeBack(another, waiting.id)]);
    const isThere = (await comments()).includes(`Round ${round} of ${another.id}`);
    expect([approved.status, back.status]).toEqual(isThere ? [200, 409] : [404, 200]);
  }
});

test('nobody but organisers reads or decides what waits, nor an organiser their own, nor a member what is another’s', async () => {
  isHeld(await comment(member, 'Mine'));
  const [{ id }] = await own(member);
  expect((await app.call('GET', '/moderation/held', { token: owner.token })).json.code).toBe('forbidden');
  expect((await decide(id, { verdict: 'approved' }, owner)).json.code).toBe('forbidden');
  expect((await takeBack(owner, id)).status).toBe(404);
  expect(await own(owner)).toEqual([]);
  await app.db.run(`update members set role = 'moderator' where id = $1`, [member.id]);
  expect(await queue(member)).toMatchObject({ data: [], meta: { open_count: 0 } });
  expect((await decide(id, { verdict: 'approved' }, member)).json.reason).toBe('heldNotFound');
  expect((await decide('00000000-0000-4000-8000-000000000000')).json.reason).toBe('heldNotFound');
  expect((await comment(member, 'Organisers do not wait')).status).toBe(201);
});

test('where it cannot be posted organisers are told why, and it waits on', async () => {
  const { json } = await begin(owner, 'Soon locked');
  isHeld(await reply(member, 'Too late', {}, 'late', json.data.id));
  const [{ id }] = await own(member);
  await app.db.run('update forum_topics set locked_at = now() where id = $1', [json.data.id]);
  expect((await decide(id)).json.reason).toBe('heldNotPostable');
  await app.db.run('update forum_topics set locked_at = null where id = $1', [json.data.id]);
  await app.db.run(`update members set silenced_at = now(), silence_reason = 'Spam' where id = $1`, [member.id]);
  expect((await decide(id)).json.reason).toBe('heldAuthorAway');
  expect((await queue()).data).toHaveLength(1);
  await app.db.run('update members set silenced_at = null, silence_reason = null where id = $1', [member.id]);
  expect((await decide(id)).status).toBe(200);
});

test('no more than twenty of one member wait at a time, also where they are sent at once', async () => {
  for (let n = 0; n < 19; n += 1)
    await app.db.run(
      `insert into held_posts (id, member_id, kind, photo_id, body, why) values (gen_random_uuid(), $1, 'comment', $2, 'x', 'first')`,
      [member.id, photo.id],
    );
  const answers = await Promise.all([comment(member, 'One'), comment(member, 'Two')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  expect(answers.find(({ status }) => status === 409)!.json).toMatchObject({ reason: 'tooManyHeld', params: { most: 20 } });
  const paged = (await app.call('GET', '/me/held?per_page=15', { token: member.token })).json;
  const rest = (await app.call('GET', `/me/held?per_page=15&cursor=${paged.meta.next_cursor}`, { token: member.token })).json;
  expect([paged.data.length, rest.data.length, rest.meta.next_cursor]).toEqual([15, 5, null]);
  const first = (await app.call('GET', '/moderation/held?per_page=15', { token: organiser.token })).json;
  const next = (await app.call('GET', `/moderation/held?per_page=15&cursor=${first.meta.next_cursor}`, { token: organiser.token })).json;
  expect(new Set([...first.data, ...next.data].map((one: any) => one.id)).size).toBe(20);
});

test('what was decided goes after 30 days, and pictures in a text that waits are not swept', async () => {
  isHeld(await comment(member, 'Old'));
  const [{ id }] = await own(member);
  await decide(id, { verdict: 'declined' });
  await app.db.run(`update held_posts set decided_at = now() - interval '29 days' where id = $1`, [id]);
  await sweepHeld(null, { ...task, context: app.context });
  expect(await own(member)).toHaveLength(1);
  await app.db.run(`update held_posts set decided_at = now() - interval '31 days' where id = $1`, [id]);
  await sweepHeld(null, { ...task, context: app.context });
  expect(await own(member)).toEqual([]);

  const upload = await addTestUpload(app, member, { alt: 'A loom' });
  isHeld(await reply(member, `Look ![A loom](photo:${upload.id})`));
  await app.db.run(`update forum_uploads set named_at = now() - interval '25 hours'`);
  await sweepUploads(null, { ...task, context: app.context });
  expect((await decide((await own(member))[0].id)).status).toBe(200);
});

test('where nothing is to be held nothing more is asked of the database', async () => {
  await change({});
  expect((await comment(member, 'At once, with https://shop.example')).status).toBe(201);
  expect(await app.db.rows('select from new_account_links')).toEqual([]);
});
