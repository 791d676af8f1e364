import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { formWith } from '../testing/matrix/rows/photos.ts';
import { addTestPhoto, setPhotoGone } from '../testing/posts.ts';
import { deleteEmptyCategory, markCategoryDeleting } from './category-queries.ts';
import { emptyCategory } from './save-category.ts';

let app: TestApp;
let [admin, ada, olu]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [admin, ada, olu] = [await addTestMember(app, { role: 'admin' }), await addTestMember(app), await addTestMember(app)];
});
afterAll(() => app.close());

interface Listed {
  id: string;
  name: string;
  slug: string;
  photos_count: number;
  is_leaving: boolean;
}

const create = (name: string, member = admin!) => app.call('POST', '/admin/categories', { token: member.token, json: { name } });
const change = (id: string, json: object, member = admin!) => app.call('PUT', `/admin/categories/${id}`, { token: member.token, json });
const remove = (id: string, moveTo?: string, member = admin!) =>
  app.call('DELETE', `/admin/categories/${id}${moveTo === undefined ? '' : `?move_to=${moveTo}`}`, { token: member.token });
const list = async (member = ada!): Promise<Listed[]> => (await app.call('GET', '/categories', { token: member.token })).json.data;
const added = async (name: string): Promise<Listed> => (await create(name)).json.data;
const countOf = async (id: string, member = ada!): Promise<number | undefined> =>
  (await list(member)).find((item) => item.id === id)?.photos_count;
const titlesIn = async (word: string): Promise<string[]> =>
  (await app.call('GET', `/photos?category=${encodeURIComponent(word)}`, { token: ada!.token })).json.data.map(
    ({ title }: { title: string }) => title,
  );

async function expectRightCounts(): Promise<void> {
  const { rows } = await app.db.pool.query(
    `select category_id, member_id from (select category_id, member_id, sum(photos_count) as photos_count from category_tallies group by 1, 2) t
       full join (select category_id, member_id, count(*)::int as photos_count from photos
                   where category_id is not null and deleted_at is null and removed_at is null group by 1, 2) p using (category_id, member_id)
      where coalesce(t.photos_count, 0) <> coalesce(p.photos_count, 0)`,
  );
  expect(rows).toEqual([]);
  const { rows: wrong } = await app.db.pool.query(
    `select c.id from categories c
      where coalesce((select sum(n.photos_count) from category_counts n where n.category_id = c.id), 0) <>
            (select count(*) from photos p join members m on m.id = p.member_id and m.audience = 'public' and m.is_live
              where p.category_id = c.id and p.deleted_at is null and p.removed_at is null)`,
  );
  expect(wrong).toEqual([]);
}

test('admins add categories at the end, with unique names in any script', async () => {
  const { status, json } = await create('Ọ̀rọ̀ àti Àwòrán');
  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    name: 'Ọ̀rọ̀ àti Àwòrán',
    slug: 'oro-ati-aworan',
    photos_count: 0,
    is_leaving: false,
    is_following: false,
    version: 1,
  });
  expect((await list()).at(-1)?.name).toBe('Ọ̀rọ̀ àti Àwòrán');
  for (const taken of ['ọ̀rọ̀ ÀTI Àwòrán', 'MUSIC', 'oro ati aworan', ' Music '])
    expect((await create(taken)).json.errors, taken).toEqual({ name: ['There is a category of that name.'] });
  for (const invalid of ['', ' ', 'x'.repeat(61), 'a\nb']) expect((await create(invalid)).status, invalid).toBe(422);
  // Categories are found by name, ignoring case and Unicode form.
  const form = await formWith(0, { title: 'A page', category: 'Ọ̀RỌ̀ ÀTI ÀWÒRÁN' });
  const posted = await addTestPhoto(app, ada!);
  expect((await app.call('POST', `/photos/${posted.id}/update`, { token: ada!.token, form })).json.data.category).toBe('Ọ̀rọ̀ àti Àwòrán');
  expect((await remove(json.data.id, 'none')).status).toBe(200);
});

test('only admins add and edit categories', async () => {
  const { id } = await added('For admins');
  for (const member of [ada!, await addTestMember(app, { role: 'moderator' })])
    for (const answer of [await create('Mine', member), await change(id, { name: 'Mine' }, member), await remove(id, undefined, member)])
      expect(answer.json.code).toBe('admin_only');
  expect((await remove(id)).status).toBe(200);
});

test('a renamed category keeps its old slug until another one takes it', async () => {
  const { id } = await added('Beadwork');
  await addTestPhoto(app, olu!, { category_id: id, title: 'A necklace' });
  const { json } = await change(id, { name: 'Beads and Shells' });
  expect(json.data).toMatchObject({ id, name: 'Beads and Shells', slug: 'beads-and-shells', photos_count: 1 });
  for (const word of ['beadwork', 'beads-and-shells', 'Beads and shells', id]) expect(await titlesIn(word), word).toEqual(['A necklace']);
  expect(await titlesIn('Beads')).toEqual([]);
  const secondRead = await added('Beadwork');
  expect(await titlesIn('beadwork')).toEqual([]);
  expect((await change(id, { name: 'beadwork' })).json.errors).toHaveProperty('name');
  expect((await change(id, { name: 'BEADS and Shells' })).json.data.name).toBe('BEADS and Shells');
  expect(
    (await app.call('GET', `/categories`, { token: ada!.token })).json.data.filter((item: Listed) => item.slug === 'beadwork'),
  ).toHaveLength(1);
  for (const item of [id, secondRead.id]) await remove(item, 'none');
});

test('reordering categories leaves no gaps', async () => {
  const before = (await list()).map(({ name }) => name);
  const last = (await list()).at(-1)!;
  await change(last.id, { position: 2 });
  expect((await list()).map(({ name }) => name)).toEqual([before[0], last.name, ...before.slice(1, -1)]);
  await Promise.all((await list()).slice(0, 4).map(({ id }, index) => change(id, { position: 4 - index })));
  const { rows } = await app.db.pool.query('select position from categories order by position');
  expect(rows.map(({ position }) => position)).toEqual(before.map((_, index) => index + 1));
  for (const invalid of [0, -1, 1.5, 1001, '2']) expect((await change(last.id, { position: invalid })).status).toBe(422);
});

test('deleting a category with photos requires a target, which then lists, counts and finds them', async () => {
  const [from, to] = [await added('Calabash'), await added('Gourds')];
  const quiet = await addTestMember(app, { post_visibility: 'followers' });
  const photos = [];
  for (const [member, title] of [
    [ada!, 'One'],
    [olu!, 'Two'],
    [olu!, 'Three'],
    [quiet, 'Quiet'],
  ] as const)
    photos.push(await addTestPhoto(app, member, { category_id: from.id, title }));
  const removed = await addTestPhoto(app, olu!, { category_id: from.id, title: 'Removed' });
  await setPhotoGone(app, removed, 'removed_at');
  await setPhotoGone(app, await addTestPhoto(app, olu!, { category_id: from.id }), 'deleted_at');
  const interested = await addTestMember(app, {}, { interests: false });
  await app.call('PUT', '/me/interests', { token: interested.token, json: { category_ids: [from.id] } });

  expect((await remove(from.id)).json).toMatchObject({ code: 'not_empty', reason: 'photoCategoryNotEmpty' });
  for (const invalid of [from.id, photos[0]!.id, 'nothing', ''])
    expect((await remove(from.id, invalid)).json.errors, invalid).toHaveProperty('move_to');
  expect(await countOf(from.id)).toBe(3);
  const feed = await app.call('GET', '/photos', { token: ada!.token });
  expect(feed.json.data[0].category).toBe('Calabash');

  expect((await remove(from.id, to.id)).status).toBe(200);
  expect(await countOf(from.id)).toBeUndefined();
  expect(await countOf(to.id)).toBe(3);
  expect(await countOf(to.id, quiet)).toBe(4);
  for (const word of ['gourds', 'calabash']) expect((await titlesIn(word)).toSorted(), word).toEqual(['One', 'Three', 'Two']);
  const { json } = await app.call('GET', `/photos/${photos[1]!.id}`, { token: ada!.token });
  expect(json.data.category).toBe('Gourds');
  await expect
    .poll(async () => (await app.call('GET', '/photos', { token: ada!.token })).json.data[0].category, { timeout: 5_000 })
    .toBe('Gourds');
  expect((await app.call('GET', '/me', { token: interested.token })).json.data).toMatchObject({ interests: [to.id], has_onboarding: true });
  expect(await app.db.row('select category_id from photos where id = $1', [removed.id])).toEqual({ category_id: to.id });
  expect((await remove(from.id, to.id)).status).toBe(404);
  expect((await app.call('GET', '/moderation/log?action=delete_photo_category', { token: admin!.token })).json.data[0]).toMatchObject({
    action: 'delete_photo_category',
    note: 'Calabash',
  });
  await expectRightCounts();
  await remove(to.id, 'none');
  expect((await app.call('GET', `/photos/${photos[1]!.id}`, { token: ada!.token })).json.data.category).toBeNull();
  expect((await app.call('GET', '/me', { token: interested.token })).json.data).toMatchObject({ interests: [], has_onboarding: true });
  expect(await titlesIn('calabash')).toEqual([]);
  await expectRightCounts();
});

test('a job finishes a long deletion, and meanwhile each photo is in exactly one category', { tags: ['world'] }, async () => {
  const [from, to] = [await added('Crowded'), await added('Roomy')];
  const authors = await Promise.all(Array.from({ length: 9 }, () => addTestMember(app)));
  await app.db.run(
    `insert into photos (id, member_id, category_id, title)
     select gen_random_uuid(), ($2::uuid[])[1 + n % 9], $1, 'Post ' || n from generate_series(1, 1500) n`,
    [from.id, authors.map(({ id }) => id)],
  );
  expect(await countOf(from.id)).toBe(1_500);
  expect((await remove(from.id, to.id)).status).toBe(200);
  const midway = await list();
  expect(midway.find(({ id }) => id === from.id)).toMatchObject({ is_leaving: true });
  const counted = (id: string): number => midway.find((item) => item.id === id)!.photos_count;
  expect(counted(to.id)).toBeGreaterThan(0);
  expect(counted(from.id) + counted(to.id)).toBe(1_500);
  await expectRightCounts();
  expect((await change(from.id, { name: 'Anew' })).status).toBe(404);
  expect((await remove(to.id, from.id)).json.errors).toHaveProperty('move_to');
  const { available } = (await app.call('GET', '/me/interests', { token: ada!.token })).json;
  expect(available.map(({ id }: { id: string }) => id)).not.toContain(from.id);
  // Posts added concurrently also move.
  await Promise.all([
    runJobs(app.context),
    ...authors.map((author) => addTestPhoto(app, author, { category_id: from.id }).catch(() => null)),
  ]);
  await runJobs(app.context);
  expect(await countOf(from.id)).toBeUndefined();
  await expectRightCounts();
  expect(await countOf(to.id)).toBeGreaterThanOrEqual(1_500);
  await remove(to.id, 'none');
  await runJobs(app.context);
  await expectRightCounts();
});

test('if the target category is deleted as well, the photos move to that category’s own target', async () => {
  const [first, second, third] = [await added('First'), await added('Second'), await added('Third')];
  const photo = await addTestPhoto(app, ada!, { category_id: first.id });
  await app.db.run('update categories set leaving_at = now(), moves_to = $2 where id = $1', [first.id, second.id]);
  expect((await remove(second.id, third.id)).status).toBe(200);
  await emptyCategory(app.db, first.id, { steps: Infinity });
  expect(await app.db.row('select category_id from photos where id = $1', [photo.id])).toEqual({ category_id: third.id });
  for (const word of ['first', 'second']) expect(await titlesIn(word)).toHaveLength(1);
  await expectRightCounts();
  await remove(third.id, 'none');
});

test('concurrent deletions and renames leave one winner and unique names', async () => {
  const [item, two] = [await added('Left'), await added('Right')];
  for (const { id } of [item, two]) for (const member of [ada!, olu!]) await addTestPhoto(app, member, { category_id: id });
  const crossed = await Promise.all([remove(item.id, two.id), remove(two.id, item.id)]);
  expect(crossed.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const stays = crossed[0].status === 200 ? two : item;
  expect(await countOf(stays.id)).toBe(4);
  const twice = await Promise.all([remove(stays.id, 'none'), remove(stays.id, 'none')]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  const named = await Promise.all([create('Same'), create('same'), create('SAME')]);
  expect(named.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  await remove(named.find(({ status }) => status === 201)!.json.data.id);
  await expectRightCounts();
});

test('a photo posted during a category’s deletion ends up in the target', async () => {
  const { id } = await added('Closing');
  await app.db.transaction((tx) => markCategoryDeleting(tx, id, null));
  const photo = await addTestPhoto(app, ada!, { category_id: id });
  expect(await deleteEmptyCategory(app.db, id)).toBe(0);
  await emptyCategory(app.db, id, { steps: Infinity });
  expect(await app.db.row('select category_id from photos where id = $1', [photo.id])).toEqual({ category_id: null });
});

test('the number of categories is limited to sixty', async () => {
  const room = 60 - (await list()).length;
  await app.db.run(
    `insert into categories (id, name, slug, position) select gen_random_uuid(), 'Filler ' || n, 'filler-' || n, 100 + n from generate_series(1, $1::int - 1) n`,
    [room],
  );
  const last = await Promise.all([create('Sixtieth'), create('Sixty-first')]);
  expect(last.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  expect(last.find(({ status }) => status === 422)!.json.errors).toEqual({ name: ['There may be 60 categories at most.'] });
  expect(await list()).toHaveLength(60);
});

test('members can join without an interest if there is no category, and are not asked again later', async () => {
  const newcomer = await addTestMember(app, {}, { interests: false });
  const choose = (ids: string[]) => app.call('PUT', '/me/interests', { token: newcomer.token, json: { category_ids: ids } });
  expect((await choose([])).json.errors).toEqual({ category_ids: ['Choose at least one interest.'] });
  for (const { id } of await list()) {
    await app.db.run('update categories set leaving_at = now() where id = $1', [id]);
    await emptyCategory(app.db, id, { steps: Infinity });
  }
  expect(await list()).toEqual([]);
  expect((await app.call('GET', '/me/interests', { token: newcomer.token })).json).toEqual({ available: [], selected: [] });
  expect((await app.call('GET', '/photos', { token: newcomer.token })).json.code).toBe('onboarding_required');
  expect((await choose([])).status).toBe(200);
  await added('A new beginning');
  for (const member of [newcomer, ada!, olu!]) expect((await app.call('GET', '/photos', { token: member.token })).status).toBe(200);
  const lateMember = await addTestMember(app, {}, { interests: false });
  expect((await app.call('GET', '/photos', { token: lateMember.token })).json.code).toBe('onboarding_required');
  await expectRightCounts();
});
