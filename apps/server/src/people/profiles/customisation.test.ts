import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newSecretId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, mute, setMember, setPhotoGone } from '../../testing/posts.ts';

let app: TestApp;
let owner: TestMember;
let viewer: TestMember;
let posts: { id: string }[];
beforeAll(async () => {
  app = await startTestApp();
  viewer = await addTestMember(app);
});
beforeEach(async () => {
  owner = await addTestMember(app, { plan_name: 'Premium', accent: 'indigo' });
  posts = [await addTestPhoto(app, owner), await addTestPhoto(app, owner), await addTestPhoto(app, owner)];
  for (const [position, n] of [2, 0, 1].entries())
    await app.db.run('insert into pinned_photos values ($1, $2, $3)', [owner.id, position, posts[n]!.id]);
  const cover = newSecretId();
  await app.db.run(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
     values ($1, $2, 'cover', 1600, 500, '#884422', '\\x0102030405', '{320,640,1280}', 1000)`,
    [cover, owner.id],
  );
  await setMember(app, owner, { cover_image_id: cover });
});
afterAll(() => app.close());

const readCustomisation = async (reader?: TestMember) =>
  (await app.call('GET', `/users/${owner.username}`, { token: reader?.token })).json.data.customisation;
const nothing = { cover: null, accent: null, pinned: [] };

test('cover, accent and pinned posts are public, in order', async () => {
  for (const reader of [undefined, viewer, owner]) {
    const { cover, accent, pinned } = await readCustomisation(reader);
    expect([accent, pinned.map(({ id }: { id: string }) => id)]).toEqual(['indigo', [posts[2]!.id, posts[0]!.id, posts[1]!.id]]);
    expect(cover).toMatchObject({
      width: 1600,
      height: 500,
      thumbhash: 'AQIDBAU=',
      image_path: expect.stringMatching(/^\/media\/[^?]+1280\.jpeg$/),
    });
  }
});

test('the appearance is hidden after the plan ends, also from its owner, and returns with the next plan', async () => {
  for (const plan of [{ plan_ends_at: new Date(0) }, { plan_name: null, plan_ends_at: null }]) {
    await setMember(app, owner, plan);
    for (const reader of [undefined, viewer, owner]) expect(await readCustomisation(reader)).toEqual(nothing);
  }
  await setMember(app, owner, { plan_name: 'Premium', plan_ends_at: null });
  expect(await readCustomisation()).toMatchObject({ accent: 'indigo', pinned: [{}, {}, {}] });
});

test('deleted and hidden posts are not pinned for the viewer', async () => {
  await setPhotoGone(app, posts[0]!, 'deleted_at');
  await setPhotoGone(app, posts[1]!, 'removed_at');
  expect((await readCustomisation(viewer)).pinned).toMatchObject([{ id: posts[2]!.id }]);
  await mute(app, viewer, owner);
  expect((await readCustomisation(viewer)).pinned).toEqual([]);
  await setMember(app, owner, { post_visibility: 'followers' });
  expect(await readCustomisation()).toMatchObject({ accent: 'indigo', pinned: [] });
  expect((await readCustomisation(owner)).pinned).toHaveLength(1);
});
