import { afterAll, beforeEach, expect, test } from 'vitest';
import { sweepUploads } from '../../forum/sweeps.ts';
import { addTestMember, type TestMember } from '../../testing/app.ts';
import { addTestUpload } from '../../testing/forum.ts';
import { startPremoderation } from '../../testing/moderation.ts';
import { sweepPendingPosts } from './screen.ts';

const premoderation = await startPremoderation();
const { app, organiser, photo, topicId, setFilters, comment, reply, listOwnPending, queue, decide } = premoderation;
let member: TestMember;
beforeEach(async () => {
  member = await premoderation.reset();
});
afterAll(() => app.close());

const isPending = ({ status, json }: { status: number; json: any }) =>
  expect([status, json.code, json.reason]).toEqual([202, 'pending_review', 'pendingReview']);
const task = { signal: new AbortController().signal, attempt: 1 };

test('a member’s post with a listed word needs approval, and the approved post is not reported', async () => {
  await setFilters({ entries: [{ text: 'raffle', action: 'review' }] });
  isPending(await comment(member, 'A raffle!'));
  expect((await queue()).data).toMatchObject([{ why: 'listed', listed: 'raffle' }]);
  expect((await comment(organiser, 'A raffle!')).status).toBe(201);
  expect((await decide((await listOwnPending(member))[0].id)).status).toBe(200);
  expect((await app.call('GET', '/moderation/reports', { token: organiser.token })).json.data).toEqual([]);
  isPending(await reply(member, 'Come to the [draw](https://raffle.example)'));
  const plain = await reply(member, 'Come');
  expect(plain.status).toBe(201);
  const changed = await app.call('PUT', `/forum/topics/${topicId}/posts/${plain.json.data.id}`, {
    token: member.token,
    json: { body: 'A raffle' },
  });
  expect(changed.status).toBe(200);
  expect((await app.call('GET', '/moderation/reports', { token: organiser.token })).json.data).toHaveLength(1);
});

test('a link needs approval once the set number of new accounts wrote it, even concurrently', async () => {
  await setFilters({ same_link_accounts: 3 });
  const [second, third, fourth, old] = await Promise.all([0, 1, 2, 3].map(() => addTestMember(app)));
  await app.db.run(`update members set created_at = now() - interval '8 days' where id = $1`, [old!.id]);
  expect((await comment(member, 'See https://shop.example/now?from=1')).status).toBe(201);
  expect((await comment(member, 'Again www.shop.example/now')).status).toBe(201);
  expect((await comment(old!, 'See https://shop.example/now')).status).toBe(201);
  expect((await comment(second!, 'See https://shop.example/other')).status).toBe(201);
  expect((await reply(second!, 'See [this](http://shop.example/now/)')).status).toBe(201);
  const answers = await Promise.all([comment(third!, 'https://shop.example/now'), comment(fourth!, 'https://shop.example/now')]);
  for (const answer of answers) isPending(answer);
  expect((await queue()).data.map((item: any) => item.why)).toEqual(['same_link', 'same_link']);
  await app.db.run(`update new_account_links set written_at = now() - interval '25 hours'`);
  expect((await comment(third!, 'https://shop.example/now')).status).toBe(201);
  await sweepPendingPosts(null, { ...task, context: app.context });
  expect(await app.db.rows('select from new_account_links')).toHaveLength(1);
});

test('a member can have at most twenty pending posts, even if sent concurrently', async () => {
  for (let n = 0; n < 19; n += 1)
    await app.db.run(
      `insert into pending_posts (id, member_id, kind, photo_id, body, why) values (gen_random_uuid(), $1, 'comment', $2, 'x', 'first')`,
      [member.id, photo.id],
    );
  const answers = await Promise.all([comment(member, 'One'), comment(member, 'Two')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  expect(answers.find(({ status }) => status === 409)!.json).toMatchObject({ reason: 'tooManyPending', params: { most: 20 } });
  const paged = (await app.call('GET', '/me/pending?per_page=15', { token: member.token })).json;
  const nextPage = (await app.call('GET', `/me/pending?per_page=15&cursor=${paged.meta.next_cursor}`, { token: member.token })).json;
  expect([paged.data.length, nextPage.data.length, nextPage.meta.next_cursor]).toEqual([15, 5, null]);
  const first = (await app.call('GET', '/moderation/pending?per_page=15', { token: organiser.token })).json;
  const next = (await app.call('GET', `/moderation/pending?per_page=15&cursor=${first.meta.next_cursor}`, { token: organiser.token })).json;
  expect(new Set([...first.data, ...next.data].map((item: any) => item.id)).size).toBe(20);
});

test('a pending post is deleted 30 days after its decision, and images in undecided posts are not swept', async () => {
  isPending(await comment(member, 'Old'));
  const [{ id }] = await listOwnPending(member);
  await decide(id, { verdict: 'declined' });
  await app.db.run(`update pending_posts set decided_at = now() - interval '29 days' where id = $1`, [id]);
  await sweepPendingPosts(null, { ...task, context: app.context });
  expect(await listOwnPending(member)).toHaveLength(1);
  await app.db.run(`update pending_posts set decided_at = now() - interval '31 days' where id = $1`, [id]);
  await sweepPendingPosts(null, { ...task, context: app.context });
  expect(await listOwnPending(member)).toEqual([]);

  const upload = await addTestUpload(app, member, { alt: 'A loom' });
  isPending(await reply(member, `Look ![A loom](photo:${upload.id})`));
  await app.db.run(`update forum_uploads set named_at = now() - interval '25 hours'`);
  await sweepUploads(null, { ...task, context: app.context });
  expect((await decide((await listOwnPending(member))[0].id)).status).toBe(200);
});

test('without approval settings no additional query runs', async () => {
  await setFilters({});
  expect((await comment(member, 'At once, with https://shop.example')).status).toBe(201);
  expect(await app.db.rows('select from new_account_links')).toEqual([]);
});
