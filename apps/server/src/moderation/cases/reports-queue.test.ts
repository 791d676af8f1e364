import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addReportable, createModerationHelpers } from '../../testing/moderation.ts';
import { addTestPhoto, setMember } from '../../testing/posts.ts';

let app: TestApp;
let use: ReturnType<typeof createModerationHelpers>;
let owner: TestMember;
let talker: TestMember;
let reporter: TestMember;
let moderator: TestMember;
let admin: TestMember;
let photo: { id: string };
let comment: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  use = createModerationHelpers(app);
});
afterAll(() => app.close());
beforeEach(async () => void ({ owner, talker, reporter, moderator, admin, photo, comment } = await addReportable(app)));

test('the queue groups reports by subject: urgent first, then the most reported, with reporters and reasons', async () => {
  const otherReporters = [await addTestMember(app), await addTestMember(app)];
  await use.report(reporter, 'comment', comment.id, 'harassment', 'Look.');
  for (const [n, member] of [reporter, ...otherReporters].entries())
    await use.report(member, 'photo', photo.id, n === 0 ? 'copyright' : 'spam');
  const { data, meta } = await use.queue(moderator);
  expect(meta).toEqual({ per_page: 20, next_cursor: null, open_count: 2 });
  expect(data).toMatchObject([
    {
      subject: { type: 'comment', excerpt: 'Something bad.', title: 'Uli wall', address: `/post/${photo.id}#comment-${comment.id}` },
      is_urgent: true,
      reports_count: 1,
      reports: [{ reason: 'harassment', note: 'Look.' }],
    },
    {
      subject: { type: 'photo', id: photo.id, state: 'there', address: `/post/${photo.id}`, title: 'Uli wall', author: { id: owner.id } },
      is_urgent: false,
      reports_count: 3,
      reasons: [
        { reason: 'spam', count: 2 },
        { reason: 'copyright', count: 1 },
      ],
      reports: [
        { reporter: { id: otherReporters[1]!.id } },
        { reporter: { id: otherReporters[0]!.id } },
        { reporter: { id: reporter.id } },
      ],
      resolution: null,
      viewer: { may_remove: true, may_suspend: true, may_restore: false, may_end_suspension: false },
    },
  ]);
  for (const { subject } of data) expect(subject.image).toMatchObject({ alt: 'Dancers', width: 1600 });
});

test('the queue pages by key, without repeats or gaps', async () => {
  const photos: { id: string }[] = [];
  for (let count = 0; count < 5; count += 1) photos.push(await addTestPhoto(app, owner));
  for (const { id } of photos) await use.report(reporter, 'photo', id);
  await use.report(talker, 'photo', photos[1]!.id);
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta } = await use.queue(moderator, `?per_page=2${cursor && `&cursor=${cursor}`}`);
    ids.push(...data.map(({ subject }: { subject: { id: string } }) => subject.id));
    cursor = meta.next_cursor;
  }
  expect(ids).toEqual([1, 4, 3, 2, 0].map((n) => photos[n]!.id));
  for (const bad of ['x', '0.0.x', `0.1.${'g'.repeat(36)}`, `2.1.${newId()}`, newId()])
    expect((await app.call('GET', `/moderation/reports?cursor=${bad}`, { token: moderator.token })).status).toBe(422);
});

test('an organiser sees restricted content only while it is reported', async () => {
  await insertFollow(app.db, reporter.id, owner.id);
  await setMember(app, owner, { post_visibility: 'followers' });
  await use.report(reporter, 'comment', comment.id);
  const [open] = (await use.queue(moderator)).data;
  expect(open.subject.excerpt).toBe('Something bad.');
  expect((await use.resolve(moderator, open.id, { outcome: 'dismissed' })).status).toBe(200);
  expect((await use.queue(moderator)).data).toEqual([]);
  const [resolved] = (await use.queue(moderator, '?state=resolved')).data;
  expect(resolved).toMatchObject({
    subject: { id: comment.id, excerpt: null },
    resolution: { outcome: 'dismissed', by: { id: moderator.id } },
  });
  expect((await use.post(moderator, `/moderation/comments/${comment.id}/remove`, { reason: 'Spam' })).status).toBe(404);
});

test('organisers neither see nor resolve reports about themselves', async () => {
  const moderatorsPhoto = await addTestPhoto(app, moderator);
  await use.report(reporter, 'photo', moderatorsPhoto.id);
  await use.report(reporter, 'user', moderator.id);
  expect(await use.queue(moderator)).toMatchObject({ data: [], meta: { open_count: 0 } });
  const { data } = await use.queue(admin);
  expect(data).toHaveLength(2);
  for (const { id } of data) expect((await use.resolve(moderator, id, { outcome: 'dismissed' })).status).toBe(404);
  expect((await use.post(moderator, `/moderation/photos/${moderatorsPhoto.id}/remove`, { reason: 'Mine' })).json.code).toBe('own_content');
  for (const { id } of data) expect((await use.resolve(admin, id, { outcome: 'dismissed' })).status).toBe(200);
  const [moderatorsLog, adminsLog] = [await use.log(moderator), await use.log(admin)];
  const count = ({ data: rows }: { data: { action: string }[] }) => rows.filter(({ action }) => action === 'dismiss_reports').length;
  expect(count(adminsLog) - count(moderatorsLog)).toBe(2);
  expect(
    (await use.queue(moderator, '?state=resolved')).data.filter(
      (entry: { subject: { author: { id: string } } | null }) => entry.subject?.author?.id === moderator.id,
    ),
  ).toEqual([]);
});
