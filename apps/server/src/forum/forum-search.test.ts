import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestReply, addTestTopic, welcome } from '../testing/forum.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../testing/posts.ts';
import { cutExcerpt } from './search-forum.ts';

let app: TestApp;
let ada: TestMember;
let olu: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  [ada, olu] = [await addTestMember(app), await addTestMember(app)];
});
afterAll(() => app.close());

const search = async (q: string, member = ada, more = ''): Promise<any[]> => {
  const { status, json } = await app.call('GET', `/forum/search?q=${encodeURIComponent(q)}${more}`, { token: member.token });
  expect(status).toBe(200);
  return json.data;
};
const ids = async (q: string, member = ada, more = ''): Promise<string[]> => (await search(q, member, more)).map(({ id }) => id);
const say = (topic: { id: string }, member: TestMember, plain: string): Promise<{ id: string; number: number }> =>
  addTestReply(app, topic, member, { plain });

test('search matches word beginnings, ignoring case and tone marks', async () => {
  const topic = await addTestTopic(app, ada);
  const post = await say(topic, olu, 'Àdìrẹ ẹlẹ́kọ is painted with a feather, and dyed in indigo.');
  for (const words of ['adire', 'ADIRE eleko', 'feath', 'indigo painted', 'Ẹlẹ́kọ́']) expect(await ids(words), words).toEqual([post.id]);
  for (const words of ['adire wax', 'eather', '', '!!']) expect(await ids(words), words).toEqual([]);
  expect((await search('adire'))[0]).toMatchObject({
    number: 2,
    topic: { id: topic.id, category: { slug: 'welcome' } },
    author: { id: olu.id },
  });
});

test('title matches rank before post matches', async () => {
  const about = await addTestTopic(app, ada, { title: 'Weaving kente on a narrow loom' });
  const otherTopic = await addTestTopic(app, ada);
  const post = await say(otherTopic, olu, 'Kente is woven in strips. Kente, kente.');
  expect(await ids('kente')).toEqual([about.opening_id, post.id]);
});

test('search can be filtered by category, author and time', async () => {
  const topic = await addTestTopic(app, ada);
  const [item, other] = [await say(topic, ada, 'Bogolan by mud'), await say(topic, olu, 'Bogolan by leaves')];
  await app.db.run(`update forum_posts set created_at = '2020-05-05T12:00:00Z' where id = $1`, [item.id]);
  expect(await ids('bogolan', ada, `&author=${olu.username}`)).toEqual([other.id]);
  expect(await ids('bogolan', ada, '&since=2020-05-05&until=2020-05-05')).toEqual([item.id]);
  expect(await ids('bogolan', ada, '&since=2021-01-01')).toEqual([other.id]);
  expect(await ids('bogolan', ada, '&category=welcome')).toHaveLength(2);
  for (const none of ['&category=film', '&category=craft-and-technique', '&author=nobody_at_all'])
    expect(await ids('bogolan', ada, none)).toEqual([]);
  expect((await app.call('GET', '/forum/search?q=a&since=yesterday', { token: ada.token })).status).toBe(422);
});

test('search leaves out posts that the reader may not list', async () => {
  const [blocked, muted, departedMember] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  const topic = await addTestTopic(app, ada);
  for (const member of [blocked, muted, departedMember]) await say(topic, member, 'Korhogo cloth');
  const deleted = await say(topic, olu, 'Korhogo cloth');
  const otherTopic = await addTestTopic(app, blocked, { title: 'Korhogo' });
  await say(otherTopic, olu, 'Korhogo cloth');
  await app.call('DELETE', `/forum/topics/${topic.id}/posts/${deleted.id}`, { token: olu.token });
  expect(await ids('korhogo')).toHaveLength(5);
  await block(app, blocked, ada);
  await mute(app, ada, muted);
  await setMember(app, departedMember, { suspended_at: new Date() });
  expect(await ids('korhogo')).toEqual([]);
  expect(await ids('korhogo', olu)).toHaveLength(4);
});

test('a topic about a photo is found by its caption, if the photo is visible to the reader', async () => {
  const photo = await addTestPhoto(app, olu, { title: 'Ukara cloth', description: 'Dyed by the Ekpe society of Abiriba' });
  const topic = await addTestTopic(app, olu, { title: 'Where is this from?', photo_id: photo.id });
  expect([await ids('ukara'), await ids('ekpe abiriba')]).toEqual([[topic.opening_id], [topic.opening_id]]);
  await setMember(app, olu, { post_visibility: 'followers' });
  expect([await ids('ukara'), await ids('ukara', olu)]).toEqual([[], [topic.opening_id]]);
  await setMember(app, olu, { post_visibility: 'public' });
  await setPhotoGone(app, photo, 'deleted_at');
  expect(await ids('ukara', olu)).toEqual([]);
});

test('results are paged without repeats', async () => {
  const topic = await addTestTopic(app, ada);
  const messages = [];
  for (let n = 0; n < 7; n += 1) messages.push((await say(topic, olu, 'Aso oke')).id);
  const seenIds: string[] = [];
  let cursor = '';
  for (let pages = 0; pages < 3; pages += 1) {
    const { json } = await app.call('GET', `/forum/search?q=oke&per_page=3${cursor && `&cursor=${cursor}`}`, { token: ada.token });
    expect(json.meta).toMatchObject({ total: 7, total_is_capped: false });
    seenIds.push(...json.data.map(({ id }: { id: string }) => id));
    cursor = json.meta.next_cursor;
  }
  expect([seenIds, cursor]).toEqual([messages.toReversed(), null]);
  const second = await app.call('GET', '/forum/search?q=oke&per_page=3&page=2', { token: ada.token });
  expect(second.json.data.map(({ id }: { id: string }) => id)).toEqual(seenIds.slice(3, 6));
  expect((await app.call('GET', '/forum/search?q=oke&cursor=x', { token: ada.token })).status).toBe(422);
});

test('a search in a category or by an author finds a common word beyond the forum’s newest posts', { tags: ['world'] }, async () => {
  const [inFilm, elsewhere] = [
    await addTestTopic(app, ada, { category_id: '019ab000-0000-7000-8000-000000000004' }),
    await addTestTopic(app, ada),
  ];
  const [old, own] = [await say(inFilm, olu, 'Akwete cloth'), await say(elsewhere, olu, 'Akwete loom')];
  const crowd = await addTestMember(app);
  await app.db.run(
    `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain)
     select ('ffff0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 10 + n, $2, 'Akwete', '<p>Akwete</p>', 1, 'Akwete' from generate_series(1, 5100) n`,
    [elsewhere.id, crowd.id],
  );
  expect(await ids('akwete', ada, '&category=events-and-opportunities')).toEqual([old.id]);
  expect((await ids('akwete', ada, `&author=${olu.username}`)).sort()).toEqual([old.id, own.id].sort());
  await app.db.run('delete from forum_posts where author_id = $1', [crowd.id]);
});

/** Returns SQL for the id of the nth generated row. */
const manyId = (kind: string, n: string): string => `('${kind}0000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

test('posts by hidden members do not displace visible results', async () => {
  const [crowd, reader] = [await addTestMember(app), await addTestMember(app)];
  const quiet = await addTestTopic(app, ada);
  const post = await say(quiet, olu, 'Ukara nsibidi');
  const topic = await addTestTopic(app, olu, { title: 'Nsibidi signs' });
  const photo = await addTestPhoto(app, olu, { title: 'Nsibidi cloth' });
  const about = await addTestTopic(app, olu, { title: 'Which year?', photo_id: photo.id });
  const newest = await addTestTopic(app, crowd);
  await app.db.run(
    `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain)
     select ${manyId('a000', 'n')}, $1::uuid, 10 + n, $2::uuid, 'Nsibidi', '<p>Nsibidi</p>', 1, 'Nsibidi' from generate_series(1, 2500) n
     union all select ${manyId('ffff', 'n')}, $1::uuid, 5000 + n, $2::uuid, 'Nsibidi', '<p>Nsibidi</p>', 1, 'Nsibidi' from generate_series(1, 5100) n`,
    [newest.id, crowd.id],
  );
  await app.db.run(
    `insert into photos (id, member_id, title) select ${manyId('a000', 'n')}, $1::uuid, 'Nsibidi' from generate_series(1, 600) n`,
    [crowd.id],
  );
  await app.db.transaction(async (tx) => {
    await tx.run(
      `insert into forum_topics (id, category_id, author_id, title, slug, photo_id, last_number, posts_count, latest_post_id)
       select ${manyId('a000', 'n')}, $1::uuid, $2::uuid, 'Nsibidi', 'nsibidi', case when n <= 600 then ${manyId('a000', 'n')} end, 1, 1, ${manyId('b000', 'n')} from generate_series(1, 2100) n`,
      [welcome, crowd.id],
    );
    await tx.run(
      `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain)
       select ${manyId('b000', 'n')}, ${manyId('a000', 'n')}, 1, $1::uuid, 'A', '<p>A</p>', 1, 'A' from generate_series(1, 2100) n`,
      [crowd.id],
    );
  });
  await mute(app, reader, crowd);
  expect(new Set(await ids('nsibidi', reader))).toEqual(new Set([topic.opening_id, about.opening_id, post.id]));
  await app.db.run('delete from forum_topics where author_id = $1', [crowd.id]);
});

test('a phrase matches adjacent words, and a minus excludes words', async () => {
  const topic = await addTestTopic(app, ada);
  const [together, scattered] = [await say(topic, olu, 'Batik wax print of Kano'), await say(topic, ada, 'Print by wax, not batik')];
  const title = await addTestTopic(app, olu, { title: 'Batik wax print for sale' });
  for (const [q, results] of [
    ['"batik wax"', [title.opening_id, together.id]],
    ['“wax print”', [title.opening_id, together.id]],
    ['« batik wax » -kano', [title.opening_id]],
    ['batik -sale', [scattered.id, together.id]],
    ['batik -"wax print"', [scattered.id]],
    ['"batik wax', [title.opening_id, together.id]],
    ['"wax batik"', []],
  ] as const)
    expect((await ids(q)).toSorted(), q).toEqual([...results].toSorted());
  const without = await ids('-batik');
  expect(without.length).toBeGreaterThan(0);
  for (const id of [together.id, scattered.id]) expect(without).not.toContain(id);
  expect((await search('"batik wax"', ada)).at(-1).excerpt.filter(({ is_match }: { is_match: boolean }) => is_match)).toEqual([
    { text: 'Batik wax', is_match: true },
  ]);
  const { json } = await app.call('GET', `/forum/topics?search=${encodeURIComponent('"batik wax" -kano')}`, { token: ada.token });
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual([title.id]);
});

test('search and similar topics work in scripts without spaces', async () => {
  const topic = await addTestTopic(app, olu, { title: '藍染めの布について教えてください' });
  const post = await say(topic, ada, 'ผ้าครามจากสกลนคร');
  expect(await ids('藍染')).toEqual([topic.opening_id]);
  expect(await ids('คราม')).toEqual([post.id]);
  const { json } = await app.call('GET', `/forum/similar?title=${encodeURIComponent('日本の藍染め')}`, { token: ada.token });
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual([topic.id]);
});

test('an excerpt marks the matches', () => {
  const text = `${'Some words before it. '.repeat(10)}The Àdìrẹ cloth <b>is</b> dyed. ${'And some after. '.repeat(30)}`;
  const parts = cutExcerpt(text, 'adire DY');
  expect(parts.filter(({ is_match }) => is_match).map((part) => part.text)).toEqual(['Àdìrẹ', 'dyed']);
  expect(parts[0]!.text).toBe('… ');
  expect(parts.at(-1)!.text).toBe(' …');
  expect(parts.map((part) => part.text).join('').length).toBeLessThan(260);
  expect(cutExcerpt('Short', 'absent')).toEqual([{ text: 'Short', is_match: false }]);
  expect(cutExcerpt('', 'a')).toEqual([]);
});

test('similar topics are suggested for a new title', async () => {
  const topic = await addTestTopic(app, olu, { title: 'Which mordant for turmeric on cotton?' });
  const similar = async (title: string, member = ada): Promise<string[]> => {
    const { status, json } = await app.call('GET', `/forum/similar?title=${encodeURIComponent(title)}`, { token: member.token });
    expect(status).toBe(200);
    return json.data.map(({ id }: { id: string }) => id);
  };
  expect(await similar('Túrmeric and cotton: what lasts?')).toEqual([topic.id]);
  expect(await similar('Of the')).toEqual([]);
  await block(app, ada, olu);
  expect(await similar('turmeric')).toEqual([]);
});
