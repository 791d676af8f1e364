import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { moderationOf } from '../../testing/moderation.ts';
import { addTestPhoto } from '../../testing/posts.ts';

let app: TestApp;
let use: ReturnType<typeof moderationOf>;
let owner: TestMember;
let reporter: TestMember;
let moderator: TestMember;
let admin: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  use = moderationOf(app);
  [owner, reporter, moderator, admin] = await Promise.all([
    addTestMember(app),
    addTestMember(app),
    addTestMember(app, { role: 'moderator' }),
    addTestMember(app, { role: 'admin' }),
  ]);
});
afterAll(() => app.close());

async function reported(): Promise<string> {
  const photo = await addTestPhoto(app, owner);
  await use.report(reporter, 'photo', photo.id);
  return (await use.queue(moderator)).data[0].id;
}
const read = async (id: string, who = moderator): Promise<TestAnswer> => app.call('GET', `/moderation/reports/${id}`, { token: who.token });
const take = (id: string, who: TestMember): Promise<TestAnswer> => app.call('POST', `/moderation/reports/${id}/take`, { token: who.token });
const leave = (id: string, who: TestMember): Promise<TestAnswer> =>
  app.call('DELETE', `/moderation/reports/${id}/take`, { token: who.token });
const note = (id: string, who: TestMember, body = 'Seen it before.'): Promise<TestAnswer> =>
  app.call('POST', `/moderation/reports/${id}/notes`, { token: who.token, json: { body } });
const first = async (who: TestMember): Promise<TestAnswer['json']> => (await use.queue(who)).data[0];

test('an organiser takes a case, the others see it, and can take it over or release it', async () => {
  const id = await reported();
  expect((await take(id, moderator)).status).toBe(200);
  expect(await first(moderator)).toMatchObject({ assignee: { id: moderator.id }, viewer: { has_taken: true } });
  expect(await first(admin)).toMatchObject({ assignee: { id: moderator.id }, viewer: { has_taken: false } });
  await take(id, admin);
  expect(await first(moderator)).toMatchObject({ assignee: { id: admin.id } });
  expect((await leave(id, admin)).status).toBe(200);
  expect(await first(moderator)).toMatchObject({ assignee: null });
  await use.resolve(moderator, id, { outcome: 'dismissed' });
  expect((await take(id, admin)).status).toBe(409);
});

test('a case shows notes, earlier acts and the outcomes of its reporters’ reports', async () => {
  const removed = await reported();
  await use.resolve(moderator, removed, { outcome: 'removed', note: 'Not yours' });
  const id = await reported();
  expect((await note(id, moderator)).status).toBe(201);
  await note(id, admin, 'So have I.');
  const { data } = (await read(id, admin)).json;
  expect(data.notes).toMatchObject([
    { author: { id: moderator.id }, body: 'Seen it before.' },
    { author: { id: admin.id }, body: 'So have I.' },
  ]);
  expect(data.history).toMatchObject([{ action: 'remove_photo', actor: { id: moderator.id } }]);
  expect(data.reporters).toMatchObject([{ reporter: { id: reporter.id }, reports_count: 2, acted_on_count: 1 }]);
  expect((await note(id, moderator, ' ')).status).toBe(422);
});

test('organisers cannot open cases about themselves, and members cannot open any', async () => {
  const photo = await addTestPhoto(app, moderator);
  await use.report(reporter, 'photo', photo.id);
  const { id } = (await app.db.row<{ id: string }>('select id from reports where photo_id = $1', [photo.id]))!;
  for (const asked of [read(id), take(id, moderator), leave(id, moderator), note(id, moderator)]) expect((await asked).status).toBe(404);
  for (const asked of [read(id, owner), take(id, owner), leave(id, owner), note(id, owner)]) expect((await asked).status).toBe(403);
  expect((await read(id, admin)).status).toBe(200);
});
