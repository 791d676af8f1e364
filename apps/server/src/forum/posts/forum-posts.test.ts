import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { flowingHtmlVersion } from '../../platform/markdown/markdown-renderer.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, welcome, wrongTopicCounts } from '../../testing/forum.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';

describe('posts', () => {
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

  const reply = (
    topic: { id: string },
    member: TestMember,
    body = 'A reply',
    more: { reply_to?: string; key?: string } = {},
  ): Promise<TestAnswer> =>
    app.call('POST', `/forum/topics/${topic.id}/posts`, {
      token: member.token,
      json: { body, ...(more.reply_to !== undefined && { reply_to: more.reply_to }) },
      headers: more.key === undefined ? {} : { 'idempotency-key': more.key },
    });

  const numbers = async (topic: { id: string }, member: TestMember, query = ''): Promise<number[]> => {
    const { status, json } = await app.call('GET', `/forum/topics/${topic.id}/posts?${query}`, { token: member.token });
    expect(status).toBe(200);
    return json.data.map(({ number }: { number: number }) => number);
  };

  test('a reply has the next number, the post it answers and its HTML', async () => {
    const topic = await addTestTopic(app, ada!);
    const { status, json } = await reply(topic, olu!, 'I use *indigo*.', { reply_to: topic.opening_id });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      topic_id: topic.id,
      number: 2,
      author: { id: olu!.id },
      body: 'I use *indigo*.',
      body_html: '<p>I use <em>indigo</em>.</p>\n',
      reply_to: { id: topic.opening_id, number: 1, author: { id: ada!.id }, excerpt: 'The opening' },
      likes_count: 0,
      is_deleted: false,
      edited_at: null,
      viewer: { may_edit: true, may_delete: true, may_like: true, may_reply: true, may_report: false },
    });
    expect(await numbers(topic, ada!)).toEqual([1, 2]);
  });

  test('sending a reply twice, even concurrently, adds one post', async () => {
    const topic = await addTestTopic(app, ada!);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reply(topic, olu!, 'Once', { key: 'one-key' })));
    answers.push(await reply(topic, olu!, 'Once', { key: 'one-key' }));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.data?.id}`)).size).toBe(1);
    expect(await numbers(topic, ada!)).toEqual([1, 2]);
  });

  test('each of several concurrent replies gets its own response', async () => {
    const [open, locked, deletedTopic] = await Promise.all(
      [{}, { locked_at: new Date() }, { deleted_at: new Date() }].map((as) => addTestTopic(app, ada!, as)),
    );
    const before = await reply(open!, olu!, 'Before', { key: 'before' });
    const answers = await Promise.all([
      reply(open!, ada!, `Thank you, @${olu!.username}`, { reply_to: before.json.data.id }),
      reply(locked!, olu!, 'Too late'),
      reply(open!, olu!, 'Before', { key: 'before' }),
      reply(deletedTopic!, ada!),
      reply(locked!, mod!, 'Closed for good'),
      reply(locked!, olu!, 'Before', { key: 'before' }),
      reply(open!, olu!, 'Something new', { key: 'another' }),
    ]);
    expect(answers.map(({ status, json }) => [status, json.data?.body ?? json.code])).toEqual([
      [201, `Thank you, @${olu!.username}`],
      [403, 'locked'],
      [201, 'Before'],
      [404, 'not_found'],
      [201, 'Closed for good'],
      [422, 'idempotency_key_reused'],
      [201, 'Something new'],
    ]);
    // Each answer equals a later read.
    for (const topic of [open!, locked!])
      for (const { json } of answers.filter(({ json: { data } }) => data?.topic_id === topic.id)) {
        const writer = [ada!, olu!, mod!].find(({ id }) => id === json.data.author.id)!;
        const page = await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: writer.token });
        expect(page.json.data).toContainEqual(json.data);
      }
  });

  test('fifty concurrent replies on two nodes get distinct numbers without gaps', { tags: ['world'] }, async () => {
    const topic = await addTestTopic(app, ada!);
    const beside = await startTestApp({}, {}, { beside: app });
    const crowd = await Promise.all(Array.from({ length: 50 }, () => addTestMember(app)));
    const answers = await Promise.all(
      crowd.flatMap((member, index) =>
        [0, 1, 2, 3].map(() =>
          (index % 2 ? app : beside).call('POST', `/forum/topics/${topic.id}/posts`, { token: member.token, json: { body: 'At once' } }),
        ),
      ),
    );
    await beside.close();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const got = answers.map(({ json }) => json.data.number as number).sort((a, b) => a - b);
    expect(got).toEqual(Array.from({ length: 200 }, (_, index) => index + 2));
  });

  test('only organisers reply in a locked topic, and nobody in a deleted one', async () => {
    const topic = await addTestTopic(app, ada!, { locked_at: new Date() });
    for (const member of [ada!, olu!]) expect((await reply(topic, member)).json.code).toBe('locked');
    expect((await reply(topic, mod!)).status).toBe(201);
    const deletedTopic = await addTestTopic(app, ada!, { deleted_at: new Date() });
    for (const member of [ada!, mod!]) expect((await reply(deletedTopic, member)).status).toBe(404);
  });

  test('a reply can only answer a post of the same topic', async () => {
    const [topic, otherTopic] = [await addTestTopic(app, ada!), await addTestTopic(app, ada!)];
    expect((await reply(topic, olu!, 'A reply', { reply_to: otherTopic.opening_id })).json.data.reply_to).toBe(null);
    expect((await reply(topic, olu!, 'A reply', { reply_to: 'nothing' })).status).toBe(404);
  });

  test('a page is read from the start, around a number, forwards and backwards', async () => {
    const topic = await addTestTopic(app, ada!);
    for (let count = 0; count < 30; count += 1) await addTestReply(app, topic, count % 2 ? ada! : olu!);
    const page = async (query: string) => {
      const { json } = await app.call('GET', `/forum/topics/${topic.id}/posts?per_page=5&${query}`, { token: ada!.token });
      return { numbers: json.data.map(({ number }: { number: number }) => number), ...json.meta };
    };
    expect(await page('')).toMatchObject({ numbers: [1, 2, 3, 4, 5], total: 31, last_page: 7, previous_cursor: null });
    const middle = await page('around=17');
    expect(middle.numbers).toEqual([17, 18, 19, 20, 21]);
    expect((await page(`cursor=${middle.next_cursor}`)).numbers).toEqual([22, 23, 24, 25, 26]);
    expect((await page(`cursor=${middle.previous_cursor}`)).numbers).toEqual([12, 13, 14, 15, 16]);
    expect(await page('around=900')).toMatchObject({ numbers: [27, 28, 29, 30, 31], next_cursor: null });
    expect((await page('page=7')).numbers).toEqual([31]);
    expect(await page('page=2')).toMatchObject({ numbers: [6, 7, 8, 9, 10], current_page: 2 });
    expect((await page('page=99')).numbers).toEqual([]);
  });

  test('posts by members hidden from the reader are neither shown nor counted', async () => {
    const [blocked, blocker, muted, departedMember] = await Promise.all(Array.from({ length: 4 }, () => addTestMember(app)));
    const topic = await addTestTopic(app, ada!);
    for (const member of [blocked!, blocker!, muted!, departedMember!, olu!]) await reply(topic, member);
    await block(app, ada!, blocked!);
    await block(app, blocker!, ada!);
    await mute(app, ada!, muted!);
    expect(await numbers(topic, ada!)).toEqual([1, 5, 6]);
    await setMember(app, departedMember!, { suspended_at: new Date() });
    expect(await numbers(topic, ada!)).toEqual([1, 6]);
    expect(await numbers(topic, olu!)).toEqual([1, 2, 3, 4, 6]);
    const { json } = await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: ada!.token });
    expect(json.meta.total).toBe(2);
    await setMember(app, departedMember!, { suspended_at: null });
    expect(await numbers(topic, ada!)).toEqual([1, 5, 6]);
  });

  test('a deleted post leaves a placeholder only if it has replies', async () => {
    const topic = await addTestTopic(app, ada!);
    const [answered, plain] = [(await reply(topic, olu!, 'Secret words')).json.data, (await reply(topic, olu!)).json.data];
    await reply(topic, ada!, 'An answer', { reply_to: answered.id });
    for (const { id } of [answered, plain])
      expect((await app.call('DELETE', `/forum/topics/${topic.id}/posts/${id}`, { token: olu!.token })).status).toBe(200);
    const { json, text } = await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: ada!.token });
    expect(json.data.map(({ number, is_deleted }: { number: number; is_deleted: boolean }) => [number, is_deleted])).toEqual([
      [1, false],
      [2, true],
      [4, false],
    ]);
    expect(json.data[1]).toMatchObject({ author: null, body: '', body_html: '', likes_count: 0, edited_at: null, reply_to: null });
    expect(json.data[2].reply_to).toBe(null);
    expect(text).not.toContain('Secret');
    expect(json.meta.total).toBe(2);
    expect((await reply(topic, olu!)).json.data.number).toBe(5);
  });

  test('a deleted post can be restored for a month, and then its text is erased', async () => {
    const topic = await addTestTopic(app, ada!);
    const { id } = (await reply(topic, olu!, 'First words')).json.data;
    const path = `/forum/topics/${topic.id}/posts/${id}`;
    expect((await app.call('PUT', path, { token: olu!.token, json: { body: 'Other words' } })).status).toBe(200);
    expect((await app.call('DELETE', path, { token: olu!.token })).status).toBe(200);
    const sweep = async (age: string): Promise<void> => {
      await app.db.run('update forum_posts set deleted_at = now() - $2::interval where id = $1', [id, age]);
      await addJob(app.db, 'sweep_deleted_forum_posts', null);
      await runJobs(app.context);
    };
    const restore = () => app.call('POST', `${path}/restore`, { token: mod!.token });
    await sweep('29 days');
    expect((await restore()).status).toBe(200);
    expect((await app.call('DELETE', path, { token: olu!.token })).status).toBe(200);
    for (const member of [ada!, olu!, mod!]) expect((await app.call('GET', `${path}/versions`, { token: member.token })).status).toBe(404);
    await sweep('31 days');
    expect(await app.db.row('select number, body, body_html, plain, author_id from forum_posts where id = $1', [id])).toEqual({
      number: 2,
      body: '',
      body_html: '',
      plain: '',
      author_id: null,
    });
    expect(await app.db.row('select from forum_post_versions where post_id = $1', [id])).toBe(undefined);
    expect((await restore()).status).toBe(404);
  });

  test('an author or organiser deletes a post, but an opening only with its topic', async () => {
    const topic = await addTestTopic(app, ada!);
    const post = (await reply(topic, olu!)).json.data;
    const remove = (id: string, member: TestMember) => app.call('DELETE', `/forum/topics/${topic.id}/posts/${id}`, { token: member.token });
    expect((await remove(post.id, ada!)).json.code).toBe('not_author');
    expect((await remove(topic.opening_id, ada!)).json.code).toBe('conflict');
    expect((await remove(post.id, mod!)).status).toBe(200);
    expect((await remove(post.id, olu!)).status).toBe(404);
  });

  test('an edited post is marked, and its author can read the earlier version', async () => {
    const topic = await addTestTopic(app, ada!);
    const { id } = (await reply(topic, olu!, 'First')).json.data;
    const path = `/forum/topics/${topic.id}/posts/${id}`;
    const edit = (body: string, member: TestMember) =>
      app.call('PUT', `/forum/topics/${topic.id}/posts/${id}`, { token: member.token, json: { body } });
    expect((await edit('Second', ada!)).json.code).toBe('not_author');
    const changed = await edit('*Second*', olu!);
    expect(changed.json.data).toMatchObject({ body: '*Second*', body_html: '<p><em>Second</em></p>\n' });
    expect(changed.json.data.edited_at).not.toBe(null);
    await edit('*Second*', olu!);
    await edit('Third', mod!);
    const { json } = await app.call('GET', `${path}/versions`, { token: olu!.token });
    expect(json.data.map(({ version, body, edited_by }: any) => [version, body, edited_by.id])).toEqual([
      [2, '*Second*', mod!.id],
      [1, 'First', olu!.id],
    ]);
  });

  test('mentions show the new names of members, and photos are shown to readers who may see them', async () => {
    const member = await addTestMember(app);
    const topic = await addTestTopic(app, ada!);
    const photo = await addTestPhoto(app, olu!);
    await reply(topic, olu!, `Ask @${member.username}.\n\n![cloth](photo:${photo.id})`);
    const read = async (member: TestMember): Promise<string> =>
      (await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: member.token })).json.data[1].body_html;
    expect(await read(ada!)).toContain(`<a class="mention" href="/user/${member.username}">@${member.username}</a>.`);
    expect(await read(ada!)).toContain(`/media/${photo.image_id}/`);
    await setMember(app, member, { username: 'renamed_since' });
    expect(await read(ada!)).toContain('<a class="mention" href="/user/renamed_since">@renamed_since</a>.');
    await setMember(app, olu!, { post_visibility: 'followers' });
    expect(await read(ada!)).toContain('<p><span class="photo-gone">This photo is not available</span></p>');
    await setMember(app, olu!, { post_visibility: 'public' });
    await block(app, member, ada!);
    expect(await read(ada!)).toContain(`Ask @${member.username}.`);
  });

  test('a quote links to its source if the reader may read it', async () => {
    const writer = await addTestMember(app, { name: 'Ngozi <b>' });
    const topic = await addTestTopic(app, ada!);
    const source = (await reply(topic, writer, 'Wash it twice.')).json.data;
    const quoting = (await reply(topic, olu!, `> [!quote ${source.id}]\n> Wash it twice.\n\nI agree.`)).json.data;
    expect(quoting.body_html).toContain(
      `<blockquote class="quote"><p class="source"><a href="/forum/t/${topic.id}/how-do-you-dye-it/2" data-author="Ngozi &lt;b&gt;">Ngozi &lt;b&gt; wrote</a></p>`,
    );
    await block(app, writer, ada!);
    const { json } = await app.call('GET', `/forum/topics/${topic.id}/posts?around=3`, { token: ada!.token });
    expect(json.data[0].body_html).not.toContain('Ngozi');
  });

  test('a quote hides text by blocked members and deleted text', async () => {
    const writer = await addTestMember(app);
    const topic = await addTestTopic(app, ada!);
    const source = (await reply(topic, writer, 'Kejetia secret')).json.data;
    const body = `Before\n\n- > [!quote ${source.id}] Kejetia *one*\n  >\n  > > Kejetia two\nKejetia lazy\n\n> [!quote ${topic.opening_id}]\n> Seen\n\nAfter`;
    const quoting = (await reply(topic, olu!, body)).json.data;
    const opening = (
      await app.call('POST', '/forum/topics', {
        token: olu!.token,
        json: { category_id: welcome, title: 'On washing', body: `> [!quote ${source.id}]\n> Kejetia\n\nAgreed about dyeing` },
      })
    ).json.data;
    const answers = async (member: TestMember) => ({
      posts: (await app.call('GET', `/forum/topics/${topic.id}/posts?around=3`, { token: member.token })).text,
      topic: (await app.call('GET', `/forum/topics/${opening.id}`, { token: member.token })).text,
      search: (await app.call('GET', '/forum/search?q=Kejetia', { token: member.token })).text,
    });
    const readBy = async (member: TestMember) =>
      (await app.call('GET', `/forum/topics/${topic.id}/posts?around=3`, { token: member.token })).json.data.find(
        ({ id }: { id: string }) => id === quoting.id,
      );
    const reader = await addTestMember(app);
    expect((await readBy(reader)).body).toBe(body);
    await block(app, writer, ada!);
    for (const text of Object.values(await answers(ada!))) expect(text).not.toContain('Kejetia ');
    const folded = await readBy(ada!);
    expect(folded.body).toBe(`Before\n\n- > [!quote ${source.id}]\n\n> [!quote ${topic.opening_id}]\n> Seen\n\nAfter`);
    expect(folded.body_html).toContain('<blockquote class="quote"><p class="quote-gone">This quote is not available</p>\n</blockquote>');
    expect(folded.body_html).toContain('Seen</p>');
    // Other readers still see the quote. After the source's deletion, only the author's Markdown contains it.
    expect((await readBy(reader)).body_html).toContain('Kejetia lazy');
    expect((await app.call('DELETE', `/forum/topics/${topic.id}/posts/${source.id}`, { token: writer.token })).status).toBe(200);
    for (const text of Object.values(await answers(reader))) expect(text).not.toContain('Kejetia ');
    const ownPost = await readBy(olu!);
    expect([ownPost.body, ownPost.body_html.includes('Kejetia')]).toEqual([body, false]);
  });

  test('HTML of an older renderer is re-rendered once when read', async () => {
    const topic = await addTestTopic(app, ada!);
    const { id } = (await reply(topic, olu!, 'Some *words*')).json.data;
    await app.db.run(`update forum_posts set body_html = '<p>Old</p>', html_version = 0 where id = $1`, [id]);
    const { json } = await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: ada!.token });
    expect(json.data[1].body_html).toBe('<p>Some <em>words</em></p>\n');
    expect(await app.db.row('select html_version, body_html from forum_posts where id = $1', [id])).toEqual({
      html_version: flowingHtmlVersion,
      body_html: '<p>Some <em>words</em></p>\n',
    });
  });

  test('a text beyond the current rendering budget is shown as plain text', async () => {
    const topic = await addTestTopic(app, ada!);
    const { id } = (await reply(topic, olu!)).json.data;
    const body = `${'*a* '.repeat(4_900)}<b>`;
    await app.db.run('update forum_posts set body = $2, html_version = 0 where id = $1', [id, body]);
    const { status, json } = await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: ada!.token });
    expect(status).toBe(200);
    expect(json.data[1].body_html).toBe(`<p>${body.replace('<b>', '&lt;b&gt;')}</p>\n`);
  });
});

describe('likes of forum posts', () => {
  let app: TestApp;
  let [ada, olu]: TestMember[] = [];
  beforeAll(async () => {
    app = await startTestApp();
    [ada, olu] = [await addTestMember(app), await addTestMember(app)];
  });
  afterAll(async () => {
    expect(await wrongTopicCounts(app)).toEqual([]);
    await app.close();
  });

  test('concurrent likes by one member count once, and likes by hidden members do not count', async () => {
    const topic = await addTestTopic(app, ada!);
    const { id } = await addTestReply(app, topic, olu!);
    const like = (member: TestMember) => app.call('POST', `/forum/topics/${topic.id}/posts/${id}/like`, { token: member.token });
    const answers = await Promise.all([like(ada!), like(ada!), like(ada!)]);
    expect(answers.map(({ json }) => json.data)).toEqual(answers.map(() => ({ likes_count: 1, is_liked: true })));
    const blocked = await addTestMember(app);
    expect((await like(blocked)).json.data.likes_count).toBe(2);
    await block(app, olu!, blocked);
    expect((await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: olu!.token })).json.data[1]).toMatchObject({
      likes_count: 1,
    });
    expect((await like(blocked)).status).toBe(404);
    await setMember(app, blocked, { closed_at: new Date() });
    const unlike = await app.call('DELETE', `/forum/topics/${topic.id}/posts/${id}/like`, { token: ada!.token });
    expect(unlike.json.data).toEqual({ likes_count: 0, is_liked: false });
  });
});

describe('the text of a post', () => {
  let app: TestApp;
  let member: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    member = await addTestMember(app);
  });
  afterAll(() => app.close());

  const preview = async (body: unknown): Promise<string> => {
    const { status, json } = await app.call('POST', '/forum/preview', { token: member.token, json: { body } });
    expect(status).toBe(200);
    return json.data.body_html;
  };

  test('the preview renders a text', async () => {
    expect(await preview('A **fine** <b>cloth</b>')).toBe('<p>A <strong>fine</strong> &lt;b&gt;cloth&lt;/b&gt;</p>\n');
  });

  test('a mention links to the member if visible to the reader', async () => {
    const [author, blocker] = [await addTestMember(app), await addTestMember(app)];
    await block(app, blocker, member);
    expect(await preview(`Ask @${author.username}, or @${blocker.username} or @nobody.`)).toBe(
      `<p>Ask <a class="mention" href="/user/${author.username}">@${author.username}</a>, or @${blocker.username} or @nobody.</p>\n`,
    );
    expect(await preview(`Ask @${author.username}.`)).toContain(`@${author.username}</a>.</p>`);
  });

  test('a text shows its author’s photos and marks all others as unavailable', async () => {
    const otherMember = await addTestMember(app);
    const [ownPhoto, otherPhoto] = [await addTestPhoto(app, member, { title: 'A "cloth"' }), await addTestPhoto(app, otherMember)];
    const visibleText = await preview(`![](photo:${ownPhoto.id})`);
    expect(visibleText).toContain(`<a class="photo" href="/post/${ownPhoto.id}"><img src="/media/${ownPhoto.image_id}/`);
    expect(visibleText).toContain('alt="Dancers"');
    expect(await preview(`![woven <b>](photo:${ownPhoto.id})`)).toContain('alt="woven &lt;b&gt;"');
    expect(await preview(`![woven](photo:${otherPhoto.id})`)).toBe('<p><span class="photo-gone">This photo is not available</span></p>\n');
    await setPhotoGone(app, ownPhoto, 'deleted_at');
    expect(await preview(`![woven](photo:${ownPhoto.id})`)).toBe('<p><span class="photo-gone">This photo is not available</span></p>\n');
  });

  test('a restricted photo has an address that expires', async () => {
    const quiet = await addTestMember(app);
    const photo = await addTestPhoto(app, quiet);
    await setMember(app, quiet, { post_visibility: 'followers' });
    const { json } = await app.call('POST', '/forum/preview', { token: quiet.token, json: { body: `![](photo:${photo.id})` } });
    expect(json.data.body_html).toMatch(/src="\/media\/[^"]+\?[^"]*"/);
  });

  test('a text may have 20,000 characters of any script, unless it exceeds the rendering budget', async () => {
    expect(await preview('ọ́'.normalize('NFC').repeat(10_000).slice(0, 20_000))).toContain('ọ́'.normalize('NFC'));
    expect(await preview('\u{1F5BC}'.repeat(limits.forumBody))).toContain('\u{1F5BC}');
    for (const body of ['a'.repeat(limits.forumBody + 1), '*a* '.repeat(5_000), '', ' \n ']) {
      const { status, json } = await app.call('POST', '/forum/preview', { token: member.token, json: { body } });
      expect([status, Object.keys(json.errors)]).toEqual([422, ['body']]);
    }
  });
});
