import { audiences } from '@mbari/contract/photos/post-fields';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { deleteFollow, insertFollow } from '../people/follows/queries.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { photoListed, photoThere, reachesFollowers } from '../platform/visibility/photos.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { formWith } from '../testing/matrix/rows/photos.ts';
import { addTestPhoto, block, mute, setAudience, setMember, setPhotoGone, unblock } from '../testing/posts.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const addPost = async (member: TestMember, slug: string | null, gone?: 'deleted_at' | 'removed_at'): Promise<unknown> =>
  addTestPhoto(app, member, { category_id: slug && (await categoryId(slug)), ...(gone && { [gone]: new Date() }) });
async function counts(viewer: TestMember): Promise<Record<string, number>> {
  const { status, json } = await app.call('GET', '/categories', { token: viewer.token });
  expect(status).toBe(200);
  return Object.fromEntries(json.data.map(({ slug, photos_count }: { slug: string; photos_count: number }) => [slug, photos_count]));
}

test('each category counts the posts that the viewer can list', async () => {
  const [viewer, owner, quiet, departedMember, blocked, muted] = await Promise.all([
    addTestMember(app),
    addTestMember(app),
    addTestMember(app, { post_visibility: 'followers' }),
    addTestMember(app, { suspended_at: new Date() }),
    addTestMember(app),
    addTestMember(app),
  ]);
  await app.db.pool.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [blocked.id, viewer.id]);
  await app.db.pool.query('insert into mutes (muter_id, muted_id) values ($1, $2)', [viewer.id, muted.id]);
  for (const member of [owner, owner, quiet, departedMember, blocked, muted]) await addPost(member, 'music');
  await addPost(owner, 'dance', 'deleted_at');
  await addPost(owner, 'dance', 'removed_at');
  await addPost(owner, null);

  const seen = await counts(viewer);
  expect(Object.keys(seen)).toHaveLength(12);
  expect(seen).toMatchObject({ music: 2, dance: 0 });
  await app.db.pool.query('insert into follows (follower_id, followed_id) values ($1, $2)', [viewer.id, quiet.id]);
  expect((await counts(viewer))['music']).toBe(3);
  expect((await counts(quiet))['music']).toBe(5);
});

const categoryId = async (slug: string): Promise<string> =>
  (await app.db.row<{ id: string }>('select id from categories where slug = $1', [slug]))!.id;

/** Compares the member's counters with the posts. */
async function expectCounters({ id }: TestMember): Promise<void> {
  const posts = `from photos p where p.member_id = m.id and ${photoThere('p')}`;
  expect(
    await app.db.row(
      `select m.photos_for_all = (select count(*) ${posts} and p.audience = 'public') as for_all,
              m.photos_for_followers = (select count(*) ${posts} and p.audience = 'followers') as for_followers,
              m.photos_for_me = (select count(*) ${posts} and p.audience = 'me') as for_me,
              m.follower_photos_count - (m.photos_count - (select count(*) ${posts})) = (select count(*) ${posts} and ${reachesFollowers('p')}) as follower
         from members m where m.id = $1`,
      [id],
    ),
  ).toEqual({ for_all: true, for_followers: true, for_me: true, follower: true });
}

async function expectExact(...viewers: TestMember[]): Promise<void> {
  for (const viewer of viewers) {
    const { rows } = await app.db.pool.query<{ slug: string; n: number }>(
      `select c.slug, count(m.id)::int as n from categories c left join photos p on p.category_id = c.id
         left join members m on m.id = p.member_id and ${photoListed('$1', 'p', 'm')} group by 1`,
      [viewer.id],
    );
    const seen = await counts(viewer);
    expect(seen).toEqual(Object.fromEntries(rows.map(({ slug, n }) => [slug, n])));
    const { json } = await app.call('GET', '/photos?category=dance', { token: viewer.token });
    expect(json.meta.total).toBe(seen['dance']);
    for (const member of viewers) await expectCounters(member);
  }
}

test('every change of visibility or posts updates the counts immediately', async () => {
  const [viewer, author, follower] = await Promise.all([addTestMember(app), addTestMember(app), addTestMember(app)]);
  await insertFollow(app.db, follower.id, author.id);
  const dance = await categoryId('dance');
  const posts = [await addTestPhoto(app, author, { category_id: dance }), await addTestPhoto(app, author, { category_id: dance })];
  const before = (await counts(viewer))['dance']!;
  const expectDance = async (ofViewer: number, ofFollower = ofViewer, ofAuthor = 0): Promise<void> => {
    await expectExact(viewer, follower, author);
    const records = [await counts(viewer), await counts(follower), await counts(author)];
    expect(records.map(({ dance: n }) => n! - before)).toEqual([ofViewer, ofFollower, ofAuthor]);
  };
  await expectDance(0);
  for (const closed of [{ profile_visibility: 'private' }, { post_visibility: 'followers' }]) {
    await setMember(app, author, closed);
    await expectDance(-2, 0);
    await deleteFollow(app.db, follower.id, author.id);
    await expectDance(-2, -2);
    await insertFollow(app.db, follower.id, author.id);
    await block(app, author, follower);
    await expectDance(-2, -2);
    await unblock(app, author, follower);
    await setMember(app, author, { profile_visibility: 'public', post_visibility: 'public' });
    await expectDance(0);
  }
  await setAudience(app, posts[0]!, 'followers');
  await expectDance(-1, 0);
  await setAudience(app, posts[1]!, 'me');
  await expectDance(-2, -1);
  await setMember(app, author, { post_visibility: 'followers' });
  await setAudience(app, posts[0]!, 'public');
  await expectDance(-1, -1);
  await setMember(app, author, { profile_visibility: 'private' });
  await expectDance(-2, -1);
  await setMember(app, author, { profile_visibility: 'public', post_visibility: 'public' });
  for (const post of posts) await setAudience(app, post, null);
  await expectDance(0);
  await block(app, viewer, author);
  await block(app, author, viewer);
  await mute(app, viewer, author);
  await expectDance(-2, 0);
  await unblock(app, viewer, author);
  await unblock(app, author, viewer);
  await expectDance(-2, 0);
  await app.db.pool.query('delete from mutes where muter_id = $1', [viewer.id]);
  await expectDance(0);
  for (const gone of ['suspended_at', 'closed_at']) {
    await setMember(app, author, { [gone]: new Date() });
    await expectExact(viewer, follower);
    expect((await counts(viewer))['dance']).toBe(before - 2);
    await setMember(app, author, { [gone]: null });
  }
  await setPhotoGone(app, posts[0]!, 'deleted_at');
  await expectDance(-1, -1, -1);
  await app.call('POST', `/photos/${posts[1]!.id}/update`, { token: author.token, form: await formWith(0, { category: 'Film' }) });
  await expectDance(-2, -2, -2);
  expect((await counts(viewer))['film']).toBe(1);
  await setPhotoGone(app, posts[1]!, 'removed_at');
  await expectExact(viewer, follower, author);
  expect((await counts(viewer))['film']).toBe(0);
});

test('concurrent category changes leave correct counts', async () => {
  const author = await addTestMember(app);
  const slugs = ['dance', 'film', 'music'];
  const ids = await Promise.all(slugs.map(categoryId));
  const posts = await Promise.all(Array.from({ length: 8 }, (_, n) => addTestPhoto(app, author, { category_id: ids[n % 3] })));
  const moves = Array.from({ length: 48 }, (_, n) =>
    app.db.transaction((tx) => tx.run('update photos set category_id = $2 where id = $1', [posts[n % 8]!.id, ids[(n * 7 + (n >> 3)) % 3]])),
  );
  await Promise.all([...moves, ...posts.slice(6).map((post) => setPhotoGone(app, post, 'deleted_at'))]);
  await expectExact(author);
});

test('counts stay correct if posts become restricted during changes', async () => {
  const [viewer, author] = await Promise.all([addTestMember(app), addTestMember(app)]);
  const ids = await Promise.all(['dance', 'film', 'music'].map(categoryId));
  const posts = await Promise.all(Array.from({ length: 6 }, (_, n) => addTestPhoto(app, author, { category_id: ids[n % 3] })));
  for (const last of ['followers', 'public']) {
    await Promise.all([
      ...Array.from({ length: 12 }, (_, n) =>
        addTestPhoto(app, author, { category_id: ids[n % 3], audience: [null, ...audiences][n % 4] }),
      ),
      ...posts.map((post, n) => setAudience(app, post, [null, ...audiences][(n + 2) % 4]!)),
      ...posts.map((post, n) => app.db.run('update photos set category_id = $2 where id = $1', [post.id, ids[(n + 1) % 3]])),
      ...Array.from({ length: 6 }, (_, n) => setMember(app, author, { post_visibility: n % 2 === 0 ? 'followers' : 'public' })),
    ]);
    await setMember(app, author, { post_visibility: last });
    await expectExact(viewer, author);
  }
});

test('counts stay correct if an account is erased during other changes', async () => {
  const [leaving, staying] = await Promise.all([addTestMember(app), addTestMember(app)]);
  const ids = await Promise.all(['dance', 'film', 'music'].map(categoryId));
  const posts = await Promise.all(
    Array.from({ length: 70 }, (_, n) => addTestPhoto(app, n % 7 === 0 ? staying : leaving, { category_id: ids[n % 3] })),
  );
  await setMember(app, leaving, { closed_at: new Date(Date.now() - 15 * 24 * 60 * 60_000) });
  await addJob(app.db, 'erase_accounts', null);
  await Promise.all([
    runJobs(app.context),
    ...posts.filter((_, n) => n % 5 === 0).map((post) => setPhotoGone(app, post, 'removed_at')),
    ...ids.map((category_id) => addTestPhoto(app, staying, { category_id })),
  ]);
  expect(await app.db.row('select from members where id = $1', [leaving.id])).toBeUndefined();
  const { rows } = await app.db.pool.query(
    `select category_id, member_id, t.photos_count, p.photos_count as posts
       from (select category_id, member_id, sum(photos_count)::int as photos_count from category_tallies group by 1, 2) t
       full join (select category_id, member_id, count(*)::int as photos_count from photos
                   where category_id is not null and deleted_at is null and removed_at is null group by 1, 2) p using (category_id, member_id)
      where t.photos_count is distinct from coalesce(p.photos_count, 0)`,
  );
  expect(rows).toEqual([]);
  await expectExact(staying);
});

test('listing categories requires a session', async () => {
  expect((await app.call('GET', '/categories')).status).toBe(401);
  expect(Object.keys(await counts(await addTestMember(app, { email_verified_at: null })))).toHaveLength(12);
});
