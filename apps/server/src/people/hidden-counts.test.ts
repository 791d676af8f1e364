import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestPhoto, mute } from '../testing/posts.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const commentsOf = async ({ token }: TestMember, photoId: string): Promise<number> =>
  (await app.call('GET', `/photos/${photoId}`, { token })).json.data.comments_count;

async function addComments(photoId: string, by: TestMember, count: number): Promise<void> {
  await app.db.pool.query(
    `with added as (insert into comments (id, photo_id, member_id, content)
                    select gen_random_uuid(), $1, $2, 'Again' from generate_series(1, $3) returning id)
     update photos set comments_count = comments_count + (select count(*) from added) where id = $1`,
    [photoId, by.id, count],
  );
}

test('comments of muted members are not counted, up to a thousand per post', async () => {
  const [owner, reader, talker] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  const quietPost = await addTestPhoto(app, owner);
  const busyPost = await addTestPhoto(app, owner);
  await addComments(quietPost.id, talker, 999);
  await addComments(busyPost.id, talker, 1_200);
  await addComments(busyPost.id, owner, 1);
  expect(await commentsOf(reader, busyPost.id)).toBe(1_201);

  await mute(app, reader, talker);
  expect(await commentsOf(reader, quietPost.id)).toBe(0);
  expect(await commentsOf(reader, busyPost.id)).toBe(201);
});
