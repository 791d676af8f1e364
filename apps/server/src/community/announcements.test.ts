import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { readStream } from '../testing/event-stream.ts';

let app: TestApp;
let [admin, ada, olu]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [admin, ada, olu] = [await addTestMember(app, { role: 'admin' }), await addTestMember(app), await addTestMember(app)];
});
afterAll(() => app.close());

const call = (method: string, path: string, json?: object, as = admin!) =>
  app.call(method, path, { token: as.token, ...(json && { json }) });
const announce = async (json: object) => (await call('POST', '/admin/announcements', json)).json.data;
const listTexts = async (caller: TestMember): Promise<string[]> =>
  (await call('GET', '/me', undefined, caller)).json.data.announcements.map(({ text }: { text: string }) => text);
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

test('every member sees an announcement with their account until they dismiss it', async () => {
  const { id, state } = await announce({ text: 'The workshop moves on Friday.' });
  expect(state).toBe('current');
  expect((await call('GET', '/admin/announcements')).json.data[0]).toMatchObject({ id, state: 'current', is_dismissable: true });
  expect([await listTexts(ada!), await listTexts(olu!)]).toEqual([['The workshop moves on Friday.'], ['The workshop moves on Friday.']]);
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await call('POST', `/announcements/${id}/dismiss`, undefined, ada)).status).toBe(200);
  expect([await listTexts(ada!), await listTexts(olu!)]).toEqual([[], ['The workshop moves on Friday.']]);
  await call('PUT', `/admin/announcements/${id}`, { text: 'It moves on Monday.' });
  expect([await listTexts(ada!), await listTexts(olu!)]).toEqual([[], ['It moves on Monday.']]);
  expect((await call('DELETE', `/admin/announcements/${id}`)).status).toBe(200);
  expect(await listTexts(olu!)).toEqual([]);
  expect((await call('POST', `/announcements/${id}/dismiss`, undefined, olu)).status).toBe(404);
  const { json } = await call('GET', '/moderation/log');
  expect(json.data.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
    'delete_announcement',
    'update_announcement',
    'create_announcement',
  ]);
});

test('announcements begin and end on time, and a member cannot dismiss an announcement that is not dismissable', async () => {
  const coming = await announce({ text: 'Soon', begins_at: inDays(1), ends_at: inDays(2) });
  expect(coming.state).toBe('coming');
  expect((await call('POST', `/announcements/${coming.id}/dismiss`, undefined, ada)).status).toBe(404);
  expect(await listTexts(ada!)).toEqual([]);
  await call('PUT', `/admin/announcements/${coming.id}`, { begins_at: inDays(-1) });
  expect(await listTexts(ada!)).toEqual(['Soon']);
  await app.db.run("update announcements set ends_at = now() - interval '1 minute' where id = $1", [coming.id]);
  expect(await listTexts(ada!)).toEqual([]);
  const firm = await announce({ text: 'Firm', is_dismissable: false });
  expect((await call('POST', `/announcements/${firm.id}/dismiss`, undefined, ada)).status).toBe(404);
  expect(await listTexts(ada!)).toEqual(['Firm']);
  for (const wrong of [
    { text: '' },
    { text: 'a'.repeat(501) },
    { text: 'x', ends_at: inDays(-1) },
    { text: 'x', begins_at: inDays(3), ends_at: inDays(2) },
    { text: 'x', begins_at: '0000-01-01T00:00:00Z' },
  ])
    expect([wrong, (await call('POST', '/admin/announcements', wrong)).status]).toEqual([wrong, 422]);
  await call('DELETE', `/admin/announcements/${firm.id}`);
});

test('connected members are notified immediately', async () => {
  const stream = await readStream(app, ada!.token);
  onTestFinished(() => stream.close());
  await announce({ text: 'Now' });
  await stream.next('announcements');
});

test('only admins announce', async () => {
  const { id } = await announce({ text: 'Mine' });
  for (const as of [ada!, await addTestMember(app, { role: 'moderator' })])
    for (const [method, path, json] of [
      ['GET', '/admin/announcements'],
      ['POST', '/admin/announcements', { text: 'Theirs' }],
      ['PUT', `/admin/announcements/${id}`, { text: 'Theirs' }],
      ['DELETE', `/admin/announcements/${id}`],
    ] as const)
      expect((await call(method, path, json, as)).json.code).toBe('admin_only');
});
