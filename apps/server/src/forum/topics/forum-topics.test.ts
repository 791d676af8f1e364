import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, addTestUpload, type TestTopic, welcome, wrongTopicCounts } from '../../testing/forum.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';

describe('topics', () => {
  let app: TestApp;
  let [ada, olu, mod]: TestMember[] = [];
  beforeAll(async () => {
    app = await startTestApp();
    [ada, olu, mod] = [await addTestMember(app), await addTestMember(app), await addTestMember(app, { role: 'moderator' })];
  });
  afterAll(async () => {
    expect(await wrongTopicCounts(app)).toEqual([]);
    await app.close();
  });

  const create = (member: TestMember, json: object = {}) =>
    app.call('POST', '/forum/topics', {
      token: member.token,
      json: { category_id: welcome, title: 'How do you dye it?', body: 'With *indigo*?', ...json },
    });
  const read = (topic: { id: string }, member: TestMember) => app.call('GET', `/forum/topics/${topic.id}`, { token: member.token });
  const list = async (member: TestMember, query = ''): Promise<{ ids: string[]; meta: any; data: any[] }> => {
    const { status, json } = await app.call('GET', `/forum/topics?${query}`, { token: member.token });
    expect(status).toBe(200);
    return { ids: json.data.map(({ id }: { id: string }) => id), meta: json.meta, data: json.data };
  };
  const category = async (): Promise<string> => {
    const id = newId();
    await app.db.run(`insert into forum_categories (id, name, slug, color, position) values ($1::uuid, $1::text, $1::text, '#112233', 9)`, [
      id,
    ]);
    return id;
  };

  test('a new topic has its opening and is followed by its author', async () => {
    const { status, json } = await create(ada!);
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      title: 'How do you dye it?',
      slug: 'how-do-you-dye-it',
      category: { id: welcome, slug: 'welcome' },
      author: { id: ada!.id },
      body: 'With *indigo*?',
      body_html: '<p>With <em>indigo</em>?</p>\n',
      posts_count: 1,
      last_number: 1,
      views_count: 0,
      is_following: true,
      is_locked: false,
      is_solved: false,
      unread_posts_count: 0,
      first_unread: null,
      latest_post: { number: 1 },
      viewer: { may_edit: true, may_delete: true, may_reply: true, may_solve: true },
    });
  });

  test('a category is given by id, slug or name', async () => {
    const { slug, name } = (await app.db.row<{ slug: string; name: string }>('select slug, name from forum_categories where id = $1', [
      welcome,
    ]))!;
    for (const category of [welcome, slug, name.toUpperCase()]) {
      const { status, json } = await create(ada!, { category_id: undefined, category });
      expect([status, json.data?.category.id]).toEqual([201, welcome]);
    }
    expect((await create(ada!, { category_id: undefined, category: 'nothing' })).json.error_reasons).toEqual({
      category: [{ reason: 'noSuchCategory' }],
    });
    expect((await create(ada!, { category_id: undefined, title: 'ab' })).json.errors).toMatchObject({
      category_id: ['The category id is required.'],
      title: [expect.any(String)],
    });
  });

  test('a title is normalized, loses direction overrides and needs a visible character', async () => {
    const long = 'ṣ́'.normalize('NFD').repeat(80);
    expect((await create(ada!, { title: long })).json.data.title).toBe(long.normalize('NFC'));
    expect((await create(ada!, { title: 'RTL \u202eoverride \u2067title' })).json.data.title).toBe('RTL override title');
    for (const title of ['\ufffc\ufffc\ufffc', '\u3164\u3164\u3164', '\u2800\u2800\u2800', '\u202e\u202e\u202e'])
      expect((await create(ada!, { title })).json.errors).toEqual({ title: ['The title is required.'] });
  });

  test.each([
    ['title', 'ab'],
    ['title', 'x'.repeat(161)],
    ['title', 'two\nlines'],
    ['body', ''],
    ['body', 'x'.repeat(20_001)],
    ['category_id', 'nothing'],
    ['category_id', newId()],
  ])('%s cannot be %s', async (field, value) => {
    const { status, json } = await create(ada!, { [field]: value });
    expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
  });

  test('the author edits a topic until it is locked, and organisers edit any topic', async () => {
    const topic = await addTestTopic(app, ada!);
    const update = (member: TestMember, json: object) => app.call('PUT', `/forum/topics/${topic.id}`, { token: member.token, json });
    expect((await update(olu!, { title: 'Not mine' })).json.code).toBe('not_author');
    const changed = await update(ada!, { title: 'What of red?', body: 'And red?' });
    expect(changed.json.data).toMatchObject({ title: 'What of red?', slug: 'what-of-red', body: 'And red?' });
    await app.db.run('update forum_topics set locked_at = now() where id = $1', [topic.id]);
    expect((await update(ada!, { title: 'Too late' })).json.code).toBe('locked');
    expect((await update(mod!, { title: 'In time' })).json.data.title).toBe('In time');
    const versions = await app.call('GET', `/forum/topics/${topic.id}/posts/${topic.opening_id}/versions`, { token: ada!.token });
    expect(versions.json.data).toMatchObject([{ version: 1, body: 'The *opening*' }]);
  });

  test('the author deletes a topic only while nobody else has posted in it', async () => {
    const [ownTopic, answered] = [await addTestTopic(app, ada!), await addTestTopic(app, ada!)];
    await addTestReply(app, ownTopic, ada!);
    await addTestReply(app, answered, olu!);
    const remove = (topic: { id: string }, member: TestMember) => app.call('DELETE', `/forum/topics/${topic.id}`, { token: member.token });
    expect((await remove(ownTopic, olu!)).json.code).toBe('not_author');
    expect((await remove(ownTopic, ada!)).status).toBe(200);
    expect((await remove(answered, ada!)).json).toMatchObject({ code: 'has_replies' });
    expect((await remove(answered, mod!)).status).toBe(200);
    for (const topic of [ownTopic, answered]) expect((await read(topic, ada!)).status).toBe(404);
    await app.db.run(`update forum_topics set deleted_at = now() - interval '31 days' where id = $1`, [ownTopic.id]);
    await addJob(app.db, 'sweep_deleted_topics', null);
    await runJobs(app.context);
    expect(await app.db.row('select from forum_posts where topic_id = $1', [ownTopic.id])).toBe(undefined);
    expect(await app.db.row('select from forum_posts where topic_id = $1', [answered.id])).toBeDefined();
  });

  test('the author or an organiser marks the solution', async () => {
    const topic = await addTestTopic(app, ada!);
    const [answer, otherTopic] = [await addTestReply(app, topic, olu!), await addTestTopic(app, ada!)];
    const solve = (member: TestMember, post_id: string | null) =>
      app.call('POST', `/forum/topics/${topic.id}/solve`, { token: member.token, json: { post_id } });
    expect((await solve(olu!, answer.id)).json.code).toBe('not_author');
    for (const invalid of [topic.opening_id, otherTopic.opening_id, newId(), 'nothing'])
      expect((await solve(ada!, invalid)).status).toBe(404);
    expect((await solve(ada!, answer.id)).status).toBe(200);
    expect((await read(topic, olu!)).json.data).toMatchObject({ is_solved: true, solved_post_id: answer.id, solved_number: answer.number });
    await setMember(app, olu!, { suspended_at: new Date() });
    expect((await read(topic, ada!)).json.data).toMatchObject({ is_solved: false, solved_post_id: null, solved_number: null });
    await setMember(app, olu!, { suspended_at: null });
    expect((await solve(mod!, null)).status).toBe(200);
    expect((await read(topic, ada!)).json.data.is_solved).toBe(false);
  });

  test('topics are sorted by latest post, age or score, page by page', async () => {
    const where = await category();
    const topics: TestTopic[] = [];
    for (let count = 0; count < 7; count += 1) topics.push(await addTestTopic(app, ada!, { category_id: where, title: `Topic ${count}` }));
    await addTestReply(app, topics[2]!, olu!);
    for (let count = 0; count < 5; count += 1) await addTestReply(app, topics[1]!, olu!);
    await addTestReply(app, topics[4]!, olu!);
    const order = (...places: number[]): string[] => places.map((place) => topics[place]!.id);
    const walk = async (sort: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor = ''; ;) {
        const page = await list(olu!, `category=${where}&sort=${sort}&per_page=2${cursor}`);
        expect(page.meta.total).toBe(7);
        ids.push(...page.ids);
        if (page.meta.next_cursor === null) return ids;
        cursor = `&cursor=${page.meta.next_cursor}`;
      }
    };
    expect(await walk('latest')).toEqual(order(4, 1, 2, 6, 5, 3, 0));
    expect(await walk('new')).toEqual(order(6, 5, 4, 3, 2, 1, 0));
    expect((await walk('top')).slice(0, 3)).toEqual(order(1, 4, 2));
    expect((await list(olu!, `category=${where}&page=2&per_page=3`)).ids).toEqual(order(6, 5, 3));
    expect((await list(olu!, 'category=no-such')).ids).toEqual([]);
    expect((await app.call('GET', '/forum/topics?sort=top&cursor=1_2', { token: olu!.token })).status).toBe(422);
  });

  test('lists can be filtered by own, unanswered, followed and unread topics', async () => {
    const where = await category();
    const [ownTopic, otherTopic, answered] = [
      await addTestTopic(app, ada!, { category_id: where }),
      await addTestTopic(app, olu!, { category_id: where }),
      await addTestTopic(app, olu!, { category_id: where }),
    ];
    await addTestReply(app, answered, ada!);
    const filter = async (name: string) => (await list(ada!, `category=${where}&filter=${name}`)).ids;
    expect(await filter('mine')).toEqual([ownTopic.id]);
    expect(await filter('unanswered')).toEqual([otherTopic.id, ownTopic.id]);
    expect(await filter('following')).toEqual([]);
    for (const topic of [otherTopic, answered]) await app.call('POST', `/forum/topics/${topic.id}/follow`, { token: ada!.token });
    expect(await filter('following')).toEqual([answered.id, otherTopic.id]);
    await app.call('POST', `/forum/topics/${answered.id}/read`, { token: ada!.token, json: { number: 2 } });
    expect(await filter('unread')).toEqual([otherTopic.id]);
  });

  test('topics are searched by title, post and photo, with any order and filter', async () => {
    const writer = await addTestMember(app);
    const titled = await addTestTopic(app, writer, { title: 'Kuba raffia from Mushenge' });
    const topic = await addTestTopic(app, olu!);
    await addTestReply(app, topic, writer, { plain: 'Raffia again' });
    await addTestReply(app, topic, olu!);
    const photo = await addTestPhoto(app, olu!, { title: 'Raffia at the loom' });
    const imaged = await addTestTopic(app, olu!, { photo_id: photo.id });
    await addTestTopic(app, olu!);
    expect((await list(ada!, 'search=raffia')).ids).toEqual([imaged.id, topic.id, titled.id]);
    expect((await list(ada!, 'search=raffia')).meta).toMatchObject({ total: 3, total_is_capped: false });
    expect((await list(ada!, 'search=raffia&sort=top')).ids[0]).toBe(topic.id);
    expect((await list(ada!, 'search=raffia&filter=unanswered')).ids).toEqual([imaged.id, titled.id]);
    expect((await list(writer, 'search=raffia&filter=mine')).ids).toEqual([titled.id]);
    expect((await list(ada!, 'search=raffia&category=craft-and-technique')).ids).toEqual([]);
    const first = await list(ada!, 'search=raffia&per_page=2');
    expect((await list(ada!, `search=raffia&per_page=2&cursor=${first.meta.next_cursor}`)).ids).toEqual([titled.id]);
    await setMember(app, olu!, { post_visibility: 'followers' });
    expect((await list(ada!, 'search=raffia')).ids).toEqual([topic.id, titled.id]);
    await setMember(app, olu!, { post_visibility: 'public' });
    await block(app, writer, ada!);
    expect((await list(ada!, 'search=raffia')).ids).toEqual([imaged.id]);
    expect((await list(ada!, 'search=!!')).ids).toEqual([]);
    expect((await list(ada!, 'search=')).ids).toEqual((await list(ada!)).ids);
  });

  test('topics of blocked and muted authors are unlisted, and a blocked author’s topic is read without its text', async () => {
    const where = await category();
    const [blocked, muted] = [await addTestMember(app), await addTestMember(app)];
    const [topic, otherTopic] = [
      await addTestTopic(app, blocked, { category_id: where }),
      await addTestTopic(app, muted, { category_id: where }),
    ];
    await addTestReply(app, topic, olu!);
    await block(app, blocked, ada!);
    await mute(app, ada!, muted);
    expect((await list(ada!, `category=${where}`)).meta.total).toBe(0);
    expect((await list(olu!, `category=${where}`)).ids).toEqual([topic.id, otherTopic.id]);
    const { json, text } = await read(topic, ada!);
    expect(json.data).toMatchObject({ author: null, body: '', body_html: '', posts_count: 1, latest_post: { number: 2 } });
    expect(text).not.toContain('opening');
    expect((await read(otherTopic, ada!)).json.data.body).toBe('The *opening*');
  });

  test('a departed author’s topic stays if others posted in it', async () => {
    const author = await addTestMember(app);
    const [alone, topic] = [await addTestTopic(app, author), await addTestTopic(app, author)];
    await addTestReply(app, topic, olu!);
    await setMember(app, author, { suspended_at: new Date() });
    expect((await read(alone, ada!)).status).toBe(404);
    expect((await read(topic, ada!)).json.data).toMatchObject({ author: null, body: '', posts_count: 1 });
    await setMember(app, author, { suspended_at: null });
    expect((await read(alone, ada!)).json.data.author.id).toBe(author.id);
    expect((await read(topic, ada!)).json.data.posts_count).toBe(2);
  });
});

describe('topics about photos', () => {
  let app: TestApp;
  let [ada, olu]: TestMember[] = [];
  beforeAll(async () => {
    app = await startTestApp();
    [ada, olu] = [await addTestMember(app), await addTestMember(app)];
  });
  afterAll(() => app.close());

  const begin = (member: TestMember, photoId: string): Promise<TestAnswer> =>
    app.call('POST', '/forum/topics', {
      token: member.token,
      json: { category_id: welcome, title: 'About this one', body: 'What is it?', photo_id: photoId },
    });
  const read = (id: string, member: TestMember): Promise<TestAnswer> => app.call('GET', `/forum/topics/${id}`, { token: member.token });
  const about = (photo: { id: string }, member: TestMember, query = ''): Promise<TestAnswer> =>
    app.call('GET', `/photos/${photo.id}/topics?${query}`, { token: member.token });
  const idsIn = ({ json }: TestAnswer): string[] => json.data.map(({ id }: { id: string }) => id);

  test('a topic can be about any photo that its author may see', async () => {
    const photo = await addTestPhoto(app, ada!, { title: 'Indigo' });
    const { status, json } = await begin(olu!, photo.id);
    expect(status).toBe(201);
    const shown = { id: photo.id, title: 'Indigo', image: { id: photo.image_id, alt: 'Dancers' } };
    expect(json.data.photo).toMatchObject(shown);
    const { json: list } = await app.call('GET', '/forum/topics', { token: ada!.token });
    expect(list.data.find(({ id }: { id: string }) => id === json.data.id).photo).toMatchObject(shown);
    expect(idsIn(await about(photo, ada!))).toEqual([json.data.id]);
  });

  test('hidden photos, missing photos and uploads give the same error', async () => {
    const hermit = await addTestMember(app, { post_visibility: 'followers' });
    const said = new Set<string>();
    const [hidden, deletedPhoto] = [await addTestPhoto(app, hermit), await addTestPhoto(app, ada!)];
    await setPhotoGone(app, deletedPhoto, 'deleted_at');
    for (const id of [hidden.id, deletedPhoto.id, hidden.image_id, (await addTestUpload(app, olu!)).id, 'nothing']) {
      const { status, json } = await begin(olu!, id);
      said.add(JSON.stringify([status, json.errors]));
    }
    expect([...said]).toEqual(['[422,{"photo_id":["There is no such photo."]}]']);
  });

  test('a reader who may not see the photo reads the topic without it from the next request on', async () => {
    const owner = await addTestMember(app);
    const photo = await addTestPhoto(app, owner);
    const { json } = await begin(olu!, photo.id);
    await setMember(app, owner, { post_visibility: 'followers' });
    expect((await read(json.data.id, olu!)).json.data.photo).toBeNull();
    expect((await read(json.data.id, owner)).json.data.photo.image.image_path).toMatch(/\?exp=/);
    expect((await about(photo, olu!)).status).toBe(404);
    expect(idsIn(await about(photo, owner))).toEqual([json.data.id]);
    await setMember(app, owner, { post_visibility: 'public' });
    expect((await read(json.data.id, olu!)).json.data.photo.id).toBe(photo.id);
    await setPhotoGone(app, photo, 'deleted_at');
    expect((await read(json.data.id, owner)).json.data.photo).toBeNull();
  });

  test('topics about a photo are listed newest first, without those hidden from the reader', async () => {
    const [photo, muted, blocker] = [await addTestPhoto(app, ada!), await addTestMember(app), await addTestMember(app)];
    const mine: string[] = [];
    for (let n = 0; n < 3; n += 1) mine.unshift((await addTestTopic(app, ada!, { photo_id: photo.id })).id);
    await addTestTopic(app, muted, { photo_id: photo.id });
    await addTestTopic(app, blocker, { photo_id: photo.id });
    await addTestTopic(app, ada!, { photo_id: photo.id, deleted_at: new Date() });
    await mute(app, olu!, muted);
    await block(app, blocker, olu!);
    const first = await about(photo, olu!, 'per_page=2');
    expect(idsIn(first)).toEqual(mine.slice(0, 2));
    const second = await about(photo, olu!, `per_page=2&cursor=${first.json.meta.next_cursor}`);
    expect([idsIn(second), second.json.meta.next_cursor]).toEqual([mine.slice(2), null]);
    expect((await about(photo, olu!, 'cursor=elsewhere')).status).toBe(422);
    expect((await app.call('GET', `/photos/${photo.id}/topics`)).status).toBe(401);
  });
});
