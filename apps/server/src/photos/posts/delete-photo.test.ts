import { access, utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sweepImages } from '../../platform/images/sweep-images.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, setMember, setPhotoGone } from '../../testing/posts.ts';
import { sweepDeletedPosts } from './delete-photo.ts';

let app: TestApp;
let owner: TestMember;
let fan: TestMember;
beforeAll(async () => void (app = await startTestApp()));
beforeEach(async () => void ([owner, fan] = await Promise.all([addTestMember(app), addTestMember(app)])));
afterAll(() => app.close());

const remove = (photo: { id: string }, member: TestMember | null = owner, node = app): Promise<TestAnswer> =>
  node.call('DELETE', `/photos/${photo.id}`, { token: member?.token });
const as = (member: TestMember) => ({ token: member.token });
const countOf = async ({ id }: TestMember): Promise<number> =>
  (await app.db.row<{ n: number }>('select photos_count as n from members where id = $1', [id]))!.n;

async function post(member = owner): Promise<{ id: string; image: string; address: string }> {
  const form = new FormData();
  form.append('title', 'Ekpe cloth');
  form.append('category', 'dance');
  form.append('images[0]', new Blob([new Uint8Array(await photoFile(40, 30))]), 'a.jpg');
  const { json } = await app.call('POST', '/photos', { token: member.token, form });
  return { id: json.data.id, image: json.data.images[0].id, address: json.data.image_url };
}

test('a deleted post disappears from every list at the next request', async () => {
  const photo = await post();
  await app.call('POST', `/photos/${photo.id}/like`, as(fan));
  await app.call('POST', `/photos/${photo.id}/comments`, { ...as(fan), json: { content: 'Beautiful' } });
  const inLists = async (): Promise<boolean[]> => [
    (await app.call('GET', '/photos', as(fan))).text.includes(photo.id),
    (await app.call('GET', `/photos?username=${owner.username}`, as(fan))).text.includes(photo.id),
    (await app.call('GET', '/photos/trending', as(fan))).text.includes(photo.id),
    (await app.call('GET', '/photos?search=ekpe', as(fan))).text.includes(photo.id),
    (await app.call('GET', '/photos?category=dance', as(fan))).text.includes(photo.id),
    (await app.call('GET', '/forum/notifications', as(owner))).text.includes(photo.id),
  ];
  const total = async (): Promise<number> => (await app.call('GET', '/photos', as(fan))).json.meta.total;
  const dancing = async (): Promise<number> =>
    (await app.call('GET', '/categories', as(fan))).json.data.find(({ slug }: { slug: string }) => slug === 'dance').photos_count;
  expect(await inLists()).toEqual(Array(6).fill(true));
  const [before, inCategory] = [await total(), await dancing()];
  expect((await fetch(app.url + photo.address)).status).toBe(200);

  const { status, json } = await remove(photo);
  expect([status, json]).toEqual([200, { message: 'Photo deleted successfully' }]);
  expect(await inLists()).toEqual(Array(6).fill(false));
  expect([await total(), await dancing(), await countOf(owner)]).toEqual([before - 1, inCategory - 1, 0]);
  expect((await fetch(app.url + photo.address)).status).toBe(404);
  for (const member of [owner, fan]) {
    expect((await app.call('GET', `/photos/${photo.id}`, as(member))).status).toBe(404);
    expect((await app.call('GET', `/photos/${photo.id}/comments`, as(member))).status).toBe(404);
    expect((await app.call('GET', `/photos/${photo.id}/likes`, as(member))).status).toBe(404);
    expect((await app.call('POST', `/photos/${photo.id}/like`, as(member))).status).toBe(404);
  }
  expect((await remove(photo)).status).toBe(404);
});

test('a post deleted during a read is omitted, not listed without images', async () => {
  const [photo, opened, other] = [await post(), await post(), await post()];
  const rows: typeof app.db.rows = async (sql, values) => {
    const requests = sql.includes('join images') ? (values?.[0] as string[]) : [];
    for (const item of [photo, opened]) if (requests.includes(item.id)) await remove(item);
    return app.db.rows(sql, values);
  };
  const node = await startTestApp({}, { db: { ...app.db, rows } }, { beside: app });
  expect((await node.call('GET', `/photos/${opened.id}`, as(fan))).status).toBe(404);
  const { json } = await node.call('GET', '/photos', as(fan));
  const listed = json.data.map(({ id }: { id: string }) => id);
  expect([listed.includes(photo.id), listed.includes(other.id)]).toEqual([false, true]);
  await node.close();
});

test('the sweep deletes the images of a deleted post once it can no longer be reported', async () => {
  const [photo, other] = [await post(), await post()];
  await remove(photo);
  const folder = ({ image }: { image: string }): string => path.join(app.context.config.dataFolder, 'uploads', image.slice(0, 2), image);
  const long = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const item of [photo, other]) await utimes(folder(item), long, long);
  const sweep = async () => {
    for (const task of [sweepDeletedPosts, sweepImages])
      await task(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  };
  await app.db.pool.query(`update images set deleted_at = deleted_at - interval '61 minutes' where id = $1`, [photo.image]);
  await sweep();
  await access(folder(photo));
  await app.db.pool.query(`update photos set deleted_at = deleted_at - interval '8 days' where id = $1`, [photo.id]);
  await sweep();
  await expect(access(folder(photo))).rejects.toThrow('ENOENT');
  await access(folder(other));
  expect((await app.db.pool.query('select from images where id = $1', [photo.image])).rowCount).toBe(0);
});

test('the sweep erases a deleted post and its comments after a week, unless a report is open', async () => {
  const [photo, fresh, reported, argued, stored] = [await post(), await post(), await post(), await post(), await post()];
  const commented = new Map<{ id: string }, string>();
  for (const item of [photo, fresh, reported, argued, stored]) {
    await app.call('POST', `/photos/${item.id}/like`, as(fan));
    const { json } = await app.call('POST', `/photos/${item.id}/comments`, { ...as(fan), json: { content: 'Beautiful' } });
    commented.set(item, json.data.id);
  }
  const witness = await addTestMember(app);
  const report = (json: object) => app.call('POST', '/reports', { ...as(witness), json: { ...json, reason: 'spam' } });
  await report({ subject_type: 'photo', subject_id: reported.id });
  await report({ subject_type: 'comment', subject_id: commented.get(argued) });
  for (const item of [photo, fresh, reported, argued]) await remove(item);
  const old = [photo, reported, argued].map(({ id }) => id);
  await app.db.pool.query(`update photos set deleted_at = deleted_at - interval '8 days' where id = any($1)`, [old]);

  const sweep = () => sweepDeletedPosts(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  const left = async (): Promise<number[]> =>
    Promise.all(
      [photo, fresh, reported, argued, stored].map(
        async ({ id }) =>
          (await app.db.row<{ n: number }>(
            `select ((select count(*) from photos where id = $1) + (select count(*) from likes where photo_id = $1)
                     + (select count(*) from comments where photo_id = $1))::int as n`,
            [id],
          ))!.n,
      ),
    );
  await sweep();
  expect(await left()).toEqual([0, 3, 3, 3, 3]);
  await app.db.pool.query('update reports set resolved_at = now()');
  await sweep();
  expect(await left()).toEqual([0, 3, 0, 0, 3]);
  expect(await countOf(owner)).toBe(1);
});

test('only owners and organisers can delete a post, and organisers only a post that they can see', async () => {
  const [moderator, admin] = await Promise.all([addTestMember(app, { role: 'moderator' }), addTestMember(app, { role: 'admin' })]);
  const photo = await addTestPhoto(app, owner);
  expect((await remove(photo, null)).status).toBe(401);
  const refusal = await remove(photo, fan);
  expect([refusal.status, refusal.json.code]).toEqual([403, 'not_owner']);
  for (const member of [moderator, admin]) {
    const ownPhoto = await addTestPhoto(app, owner);
    expect((await remove(ownPhoto, member)).status).toBe(200);
  }
  expect(await countOf(owner)).toBe(1);

  await setMember(app, owner, { post_visibility: 'followers' });
  for (const member of [fan, moderator]) {
    const { status, json } = await remove(photo, member);
    expect([status, json.message]).toEqual([404, 'Photo not found']);
  }
  expect((await remove({ id: newId() })).status).toBe(404);
  expect((await remove({ id: 'nothing' })).status).toBe(404);
  await setPhotoGone(app, photo, 'removed_at');
  expect((await remove(photo)).status).toBe(404);
  expect(await countOf(owner)).toBe(0);
});

test('one of ten concurrent deletions of a post succeeds, and the owner’s count falls by one', async () => {
  const [photo] = await Promise.all([addTestPhoto(app, owner), addTestPhoto(app, owner)]);
  const admin = await addTestMember(app, { role: 'admin' });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => remove(photo, n % 2 ? admin : owner)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(404)]);
  expect(await countOf(owner)).toBe(1);
});

test('deleting a post during likes, comments and edits causes no errors', { tags: ['world'] }, async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => addTestMember(app)));
  const seen = new Set<number>();
  for (let round = 0; round < 10; round += 1) {
    const photo = await addTestPhoto(app, owner);
    const form = (): FormData => {
      const one = new FormData();
      one.append('title', `Changed ${round}`);
      one.append('category', round % 2 ? 'dance' : 'music');
      return one;
    };
    const calls = [owner, ...members].flatMap((member) => [
      () => app.call('POST', `/photos/${photo.id}/like`, as(member)),
      () => app.call('POST', `/photos/${photo.id}/comments`, { ...as(member), json: { content: 'Beautiful' } }),
      () => app.call('DELETE', `/photos/${photo.id}/like`, as(member)),
    ]);
    const edits = [0, 1, 2].map(() => () => app.call('POST', `/photos/${photo.id}/update`, { ...as(owner), form: form() }));
    const deletes = [() => remove(photo), () => remove(photo)];
    calls.splice(5 + round * 2, 0, ...deletes);
    calls.splice(3, 0, ...edits);
    const answers = await Promise.all(calls.map((call) => call()));
    for (const { status } of answers) seen.add(status);
    const { rows } = await app.db.pool.query(
      `select likes_count = (select count(*) from likes where photo_id = p.id) as likes,
              comments_count = (select count(*) from comments where photo_id = p.id and deleted_at is null) as comments,
              deleted_at is not null as gone from photos p where id = $1`,
      [photo.id],
    );
    expect(rows).toEqual([{ likes: true, comments: true, gone: true }]);
  }
  expect([...seen].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  expect(await countOf(owner)).toBe(0);
  const tallies = await app.db.rows('select from category_tallies where member_id = $1 and photos_count <> 0', [owner.id]);
  expect(tallies).toEqual([]);
});

test('members can delete sixty posts in half an hour', async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '0.05' }, {}, { beside: app });
  const photos = await Promise.all([0, 1, 2, 3].map(() => addTestPhoto(app, owner)));
  const statuses: number[] = [];
  for (const photo of photos) statuses.push((await remove(photo, owner, strict)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await strict.close();
});
