import { type KindEntry, notificationKinds } from '@mbari/contract/notifications/kinds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('the table of kinds equals the registry’s kinds, subjects and groups', async () => {
  const entries: [string, KindEntry][] = Object.entries(notificationKinds);
  const declared = entries.flatMap(([kind, { about }]) =>
    Object.entries(about).map(([subject, { group }]) => ({ kind, about: subject, grouped_by: group?.by ?? null })),
  );
  const rows = await app.db.rows('select kind, about, grouped_by from notification_kinds');
  expect(rows).toHaveLength(declared.length + 1);
  expect(rows).toEqual(expect.arrayContaining([...declared, { kind: 'moderation', about: 'moderation', grouped_by: null }]));
});

test('the database refuses an unknown kind and a wrong subject of a kind', async () => {
  const [reader, actor] = [await addTestMember(app), await addTestMember(app)];
  for (const type of ['wave', 'like'])
    await expect(
      app.db.run('insert into notifications (id, member_id, type, actor_id) values ($1, $2, $3, $4)', [newId(), reader.id, type, actor.id]),
    ).rejects.toMatchObject({ constraint: 'notifications_type_about_fkey' });
});

test('a notification kind that only a newer version knows is listed as news from its actor', async () => {
  const [reader, actor] = [await addTestMember(app), await addTestMember(app, { name: 'Ada' })];
  await app.db.run(`insert into notification_kinds (kind, about) values ('wave', 'member')`);
  await app.db.run(`insert into notifications (id, member_id, type, actor_id) values ($1, $2, 'wave', $3)`, [newId(), reader.id, actor.id]);
  const { json } = await app.call('GET', '/forum/notifications', { token: reader.token });
  expect(json.data.notifications).toMatchObject([
    { type: 'other', kind: 'other', message: 'News from Ada', action_url: `/user/${actor.username}` },
  ]);
});
