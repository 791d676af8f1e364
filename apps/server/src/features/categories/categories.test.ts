import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

async function addPost(member: TestMember, slug: string | null, columns = ''): Promise<void> {
  await app.db.pool.query(
    `insert into photos (id, member_id, category_id, title, deleted_at, removed_at)
     values ($1, $2, (select id from categories where slug = $3), 'A post', ${columns === 'deleted' ? 'now()' : 'null'}, ${columns === 'removed' ? 'now()' : 'null'})`,
    [newId(), member.id, slug],
  );
}
async function counts(viewer: TestMember): Promise<Record<string, number>> {
  const { status, json } = await app.call('GET', '/categories', { token: viewer.token });
  expect(status).toBe(200);
  return Object.fromEntries(json.data.map(({ slug, photos_count }: { slug: string; photos_count: number }) => [slug, photos_count]));
}

test('each category tells how many posts the viewer finds in it', async () => {
  const [viewer, owner, quiet, gone, blocked, muted] = await Promise.all([
    addTestMember(app),
    addTestMember(app),
    addTestMember(app, { post_visibility: 'followers' }),
    addTestMember(app, { suspended_at: new Date() }),
    addTestMember(app),
    addTestMember(app),
  ]);
  await app.db.pool.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [blocked.id, viewer.id]);
  await app.db.pool.query('insert into mutes (muter_id, muted_id) values ($1, $2)', [viewer.id, muted.id]);
  for (const member of [owner, owner, quiet, gone, blocked, muted]) await addPost(member, 'music');
  await addPost(owner, 'dance', 'deleted');
  await addPost(owner, 'dance', 'removed');
  await addPost(owner, null);

  const seen = await counts(viewer);
  expect(Object.keys(seen)).toHaveLength(12);
  expect(seen).toMatchObject({ music: 2, dance: 0 });
  await app.db.pool.query('insert into follows (follower_id, followed_id) values ($1, $2)', [viewer.id, quiet.id]);
  expect((await counts(viewer))['music']).toBe(3);
  expect((await counts(quiet))['music']).toBe(5);
});

test('the categories are for whoever has a session', async () => {
  expect((await app.call('GET', '/categories')).status).toBe(401);
  expect(Object.keys(await counts(await addTestMember(app, { email_verified_at: null })))).toHaveLength(12);
});
