import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { newId } from '../platform/ids.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestTopic, welcome } from '../testing/forum.ts';

let app: TestApp;
let ada: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  ada = await addTestMember(app);
});
afterAll(() => app.close());

const save = (place: string, json: object) => app.call('PUT', `/forum/drafts/${place}`, { token: ada.token, json });
const read = (place: string) => app.call('GET', `/forum/drafts/${place}`, { token: ada.token });

test('a draft is stored for each place', async () => {
  const topic = await addTestTopic(app, ada);
  const places = [`topic:${topic.id}`, `new:${welcome}`, `post:${topic.opening_id}`];
  for (const place of places) expect((await save(place, { title: 'A title', body: `Of ${place}`, version: 0 })).json.data.version).toBe(1);
  for (const place of places) expect((await read(place)).json.data).toMatchObject({ title: 'A title', body: `Of ${place}`, version: 1 });
  expect((await app.call('DELETE', `/forum/drafts/${places[0]}`, { token: ada.token })).status).toBe(200);
  expect((await read(places[0]!)).status).toBe(404);
  expect((await read(places[1]!)).status).toBe(200);
});

test('a member’s non-empty drafts are listed newest first, to them alone', async () => {
  const [bola, otherMember] = [await addTestMember(app), await addTestMember(app)];
  const topic = await addTestTopic(app, ada);
  const keep = (place: string, json: object) => app.call('PUT', `/forum/drafts/${place}`, { token: bola.token, json });
  for (const place of [`topic:${topic.id}`, `new:${welcome}`, `post:${topic.opening_id}`])
    await keep(place, { title: `For ${place}`, body: 'Words', version: 0 });
  const places = async (token: string) =>
    (await app.call('GET', '/forum/drafts', { token })).json.data.map(({ place }: { place: string }) => place);
  expect(await places(bola.token)).toEqual([`post:${topic.opening_id}`, `new:${welcome}`, `topic:${topic.id}`]);
  await keep(`new:${welcome}`, { title: '', body: '', version: 1 });
  expect(await places(bola.token)).toEqual([`post:${topic.opening_id}`, `topic:${topic.id}`]);
  expect(await places(otherMember.token)).toEqual([]);
});

test('two devices never overwrite each other’s draft', async () => {
  const place = `topic:${(await addTestTopic(app, ada)).id}`;
  const responses = await Promise.all([save(place, { body: 'One', version: 0 }), save(place, { body: 'Other', version: 0 })]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await save(place, { body: 'Further', version: 1 })).json.data.version).toBe(2);
  const { status, json } = await save(place, { body: 'Behind', version: 1 });
  expect(status).toBe(409);
  expect(json).toMatchObject({ code: 'conflict', data: { body: 'Further', version: 2 } });
  expect((await read(place)).json.data).toMatchObject({ body: 'Further', version: 2 });
  await app.call('DELETE', `/forum/drafts/${place}`, { token: ada.token });
  expect((await save(place, { body: 'Behind', version: 2 })).json).toMatchObject({ code: 'conflict', data: null });
});

test('a draft needs an existing topic, category or post', async () => {
  for (const place of [`topic:${newId()}`, 'topic:nothing', 'elsewhere', `user:${ada.id}`])
    expect((await save(place, { body: 'Words', version: 0 })).status, place).toBe(404);
});

test('a draft untouched for three months is deleted', async () => {
  const place = `topic:${(await addTestTopic(app, ada)).id}`;
  await save(place, { body: 'Old', version: 0 });
  await app.db.run(`update forum_drafts set updated_at = now() - interval '91 days' where body = 'Old'`);
  await addJob(app.db, 'sweep_drafts', null);
  await runJobs(app.context);
  expect((await read(place)).status).toBe(404);
});
