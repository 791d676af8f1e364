import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { createModerationHelpers } from '../../testing/moderation.ts';
import { addTestPhoto } from '../../testing/posts.ts';

let app: TestApp;
let use: ReturnType<typeof createModerationHelpers>;
let owner: TestMember;
let reporter: TestMember;
let moderator: TestMember;
let admin: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  use = createModerationHelpers(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.pool.query('update reports set resolved_at = now() where resolved_at is null');
  [owner, reporter] = await Promise.all([addTestMember(app), addTestMember(app)]);
  [moderator, admin] = await Promise.all([addTestMember(app, { role: 'moderator' }), addTestMember(app, { role: 'admin' })]);
});

const resolveInBulk = (caller: TestMember, report_ids: unknown, fields: object): Promise<TestAnswer> =>
  app.call('POST', '/moderation/reports/resolve', { token: caller.token, json: { report_ids, ...fields } });
const findCaseId = async (id: string): Promise<string> =>
  (await app.db.row<{ id: string }>('select min(id::text) as id from reports where subject_id = $1 and resolved_at is null', [id]))!.id;
async function report(type: string, id: string, ...otherReporters: TestMember[]): Promise<string> {
  for (const member of [reporter, ...otherReporters]) await use.report(member, type, id);
  return findCaseId(id);
}
const addPhotos = (count: number, author = owner) =>
  Promise.all(Array.from({ length: count }, () => addTestPhoto(app, author, { title: 'Uli wall' })));
const reasons = ({ json }: TestAnswer): (string | null)[] =>
  json.data.map(({ refusal }: { refusal: { reason: string } | null }) => refusal?.reason ?? null);
const entries = async () =>
  app.db.rows<{ action: string; reports_count: number }>(
    'select action, reports_count from moderation_log where actor_id = any($1) order by id',
    [[moderator.id, admin.id]],
  );

test('a bulk dismissal logs each subject and notifies its reporters', async () => {
  const [first, second] = await addPhotos(2);
  const ids = [await report('photo', first!.id, moderator), await report('photo', second!.id)];
  const answer = await resolveInBulk(admin, ids, { outcome: 'dismissed', note: 'All fine' });
  expect([answer.status, answer.json.data]).toEqual([200, ids.map((id) => ({ id, refusal: null }))]);
  expect(await entries()).toEqual([
    { action: 'dismiss_reports', reports_count: 2 },
    { action: 'dismiss_reports', reports_count: 1 },
  ]);
  expect((await use.queue(admin)).data).toEqual([]);
  expect(await use.statusOf(reporter, `/photos/${first!.id}`)).toBe(200);
  expect(await use.messages(reporter)).toContain('The organisers reviewed your report and kept the content');
  expect(await use.messages(owner)).toEqual([]);
});

test('a bulk removal hides a photo, a comment, a post and a topic, and updates the counts', async () => {
  const [photo, otherPhoto] = await addPhotos(2);
  const comment = (await use.post(owner, `/photos/${otherPhoto!.id}/comments`, { content: 'Bad.' })).json.data;
  const topic = await addTestTopic(app, owner, { title: 'Selling' });
  const otherTopic = await addTestTopic(app, reporter);
  const reply = await addTestReply(app, otherTopic, owner);
  const ids = [await report('photo', photo!.id), await report('comment', comment.id), await report('forum_post', reply.id)];
  await use.report(reporter, 'topic', topic.id);
  ids.push(await findCaseId(topic.opening_id));
  expect(reasons(await resolveInBulk(moderator, ids, { outcome: 'removed', note: 'No sales' }))).toEqual([null, null, null, null]);
  expect((await entries()).map(({ action }) => action)).toEqual(['remove_photo', 'remove_comment', 'delete_post', 'delete_topic']);
  for (const path of [`/photos/${photo!.id}`, `/forum/topics/${topic.id}`]) expect(await use.statusOf(reporter, path)).toBe(404);
  expect(await app.db.row('select photos_count from members where id = $1', [owner.id])).toEqual({ photos_count: 1 });
  expect(await app.db.row('select comments_count from photos where id = $1', [otherPhoto!.id])).toEqual({ comments_count: 0 });
  expect((await use.messages(owner)).filter((text) => text.endsWith('No sales'))).toHaveLength(4);
});

test('a bulk warning applies to members below the organiser and is refused for the others', async () => {
  const peer = await addTestMember(app, { role: 'moderator' });
  const [membersPhoto, peersPhoto] = [(await addPhotos(1))[0]!, (await addPhotos(1, peer))[0]!];
  const ids = [await report('photo', peersPhoto.id), await report('photo', membersPhoto.id)];
  expect(reasons(await resolveInBulk(moderator, ids, { outcome: 'warned', note: 'Mind this' }))).toEqual(['suspendOnlyBelow', null]);
  expect(await entries()).toEqual([{ action: 'warn_member', reports_count: 1 }]);
  expect(await app.db.rows('select member_id from warnings where member_id = any($1)', [[owner.id, peer.id]])).toEqual([
    { member_id: owner.id },
  ]);
  expect((await use.queue(moderator)).data.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
});

test('a bulk act reports failures by id: resolved, own, unknown, about a member, or reported twice', async () => {
  const [good, resolvedPhoto, last] = await addPhotos(3);
  const ownPhoto = (await addPhotos(1, moderator))[0]!;
  const resolved = await report('photo', resolvedPhoto!.id);
  await use.resolve(admin, resolved, { outcome: 'dismissed' });
  const first = await report('photo', good!.id, admin);
  const second = (await app.db.row<{ id: string }>('select max(id::text) as id from reports where photo_id = $1', [good!.id]))!.id;
  const member = await report('user', owner.id);
  const ids = [resolved, await report('photo', ownPhoto.id), newId(), 'none', member, first, second, await report('photo', last!.id)];
  const answer = await resolveInBulk(moderator, ids, { outcome: 'removed', note: 'Not yours' });
  expect(reasons(answer)).toEqual([
    'reportResolved',
    'reportNotFound',
    'reportNotFound',
    'reportNotFound',
    'membersAreSuspended',
    null,
    null,
    null,
  ]);
  // A report about the viewer is refused like an unknown report.
  const [, ownRefusal, unknownRefusal] = answer.json.data;
  expect(ownRefusal.refusal).toEqual(unknownRefusal.refusal);
  expect((await entries()).filter(({ action }) => action === 'remove_photo')).toEqual([
    { action: 'remove_photo', reports_count: 2 },
    { action: 'remove_photo', reports_count: 1 },
  ]);
  expect(await use.statusOf(admin, `/photos/${ownPhoto.id}`)).toBe(200);
});

test('two organisers who resolve the same subjects in opposite orders resolve each once', async () => {
  const subjects = await addPhotos(8);
  const ids: string[] = [];
  for (const { id } of subjects) ids.push(await report('photo', id));
  const resolution = { outcome: 'removed', note: 'Not yours' };
  const [first, second, ...singleAnswers] = await Promise.all([
    resolveInBulk(moderator, ids, resolution),
    resolveInBulk(admin, ids.toReversed(), resolution),
    ...ids.slice(2, 5).map((id) => use.resolve(admin, id, resolution)),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const outcomes = [...reasons(first), ...reasons(second), ...singleAnswers.map(({ json }) => json.reason ?? null)];
  expect(outcomes.filter((reason) => reason === null)).toHaveLength(ids.length);
  expect(new Set(outcomes)).toEqual(new Set([null, 'reportResolved']));
  expect(await entries()).toHaveLength(ids.length);
  expect(await app.db.row('select photos_count from members where id = $1', [owner.id])).toEqual({ photos_count: 0 });
});

test.each([
  ['report_ids', [], { outcome: 'dismissed' }],
  ['report_ids', 'all', { outcome: 'dismissed' }],
  ['report_ids', ['one', 'one'], { outcome: 'dismissed' }],
  ['report_ids', Array.from({ length: 51 }, (_, n) => String(n)), { outcome: 'dismissed' }],
  ['outcome', null, { outcome: 'suspended', note: 'x' }],
  ['outcome', null, {}],
  ['note', null, { outcome: 'removed', note: ' ' }],
  ['rule_id', null, { outcome: 'removed', rule_id: newId() }],
])('a wrong %s as in %j %j resolves nothing', async (field, ids, fields) => {
  const id = await report('photo', (await addPhotos(1))[0]!.id);
  const { status, json } = await resolveInBulk(moderator, ids ?? [id], fields);
  expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
  expect([(await use.queue(moderator)).data.length, await entries()]).toEqual([1, []]);
});

test('members cannot resolve in bulk', async () => {
  const [first, second] = await addPhotos(2);
  const ids = [await report('photo', first!.id), await report('photo', second!.id)];
  for (const caller of [owner, reporter]) {
    const { status, json } = await resolveInBulk(caller, ids, { outcome: 'dismissed' });
    expect([status, json.code, json.data]).toEqual([403, 'forbidden', undefined]);
  }
  expect((await use.queue(moderator)).data).toHaveLength(2);
});
