import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
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
const readCase = async (id: string, organiser = moderator): Promise<TestAnswer> =>
  app.call('GET', `/moderation/reports/${id}`, { token: organiser.token });
const takeCase = (id: string, organiser: TestMember): Promise<TestAnswer> =>
  app.call('POST', `/moderation/reports/${id}/take`, { token: organiser.token });
const leaveCase = (id: string, organiser: TestMember): Promise<TestAnswer> =>
  app.call('DELETE', `/moderation/reports/${id}/take`, { token: organiser.token });
const addNote = (id: string, organiser: TestMember, body = 'Seen it before.'): Promise<TestAnswer> =>
  app.call('POST', `/moderation/reports/${id}/notes`, { token: organiser.token, json: { body } });
const readFirstCase = async (organiser: TestMember): Promise<TestAnswer['json']> => (await use.queue(organiser)).data[0];

test('the other organisers see who took a case, and can take the case over or release it', async () => {
  const id = await reported();
  expect((await takeCase(id, moderator)).status).toBe(200);
  expect(await readFirstCase(moderator)).toMatchObject({ assignee: { id: moderator.id }, viewer: { has_taken: true } });
  expect(await readFirstCase(admin)).toMatchObject({ assignee: { id: moderator.id }, viewer: { has_taken: false } });
  await takeCase(id, admin);
  expect(await readFirstCase(moderator)).toMatchObject({ assignee: { id: admin.id } });
  expect((await leaveCase(id, admin)).status).toBe(200);
  expect(await readFirstCase(moderator)).toMatchObject({ assignee: null });
  await use.resolve(moderator, id, { outcome: 'dismissed' });
  expect((await takeCase(id, admin)).status).toBe(409);
});

test('a case shows notes, earlier acts and the outcomes of its reporters’ reports', async () => {
  const removedCase = await reported();
  await use.resolve(moderator, removedCase, { outcome: 'removed', note: 'Not yours' });
  const id = await reported();
  expect((await addNote(id, moderator)).status).toBe(201);
  await addNote(id, admin, 'So have I.');
  const { data } = (await readCase(id, admin)).json;
  expect(data.notes).toMatchObject([
    { author: { id: moderator.id }, body: 'Seen it before.' },
    { author: { id: admin.id }, body: 'So have I.' },
  ]);
  expect(data.history).toMatchObject([{ action: 'remove_photo', actor: { id: moderator.id } }]);
  expect(data.reporters).toMatchObject([{ reporter: { id: reporter.id }, reports_count: 2, acted_on_count: 1 }]);
  expect((await addNote(id, moderator, ' ')).status).toBe(422);
});

test('organisers cannot open cases about themselves, and members cannot open any', async () => {
  const photo = await addTestPhoto(app, moderator);
  await use.report(reporter, 'photo', photo.id);
  const { id } = (await app.db.row<{ id: string }>('select id from reports where photo_id = $1', [photo.id]))!;
  for (const request of [readCase(id), takeCase(id, moderator), leaveCase(id, moderator), addNote(id, moderator)])
    expect((await request).status).toBe(404);
  for (const request of [readCase(id, owner), takeCase(id, owner), leaveCase(id, owner), addNote(id, owner)])
    expect((await request).status).toBe(403);
  expect((await readCase(id, admin)).status).toBe(200);
});
