import * as limits from '@mbari/contract/platform/limits';
import { hashtagsIn } from '@mbari/contract/platform/parse-text';
import { tagsToKeep } from '@mbari/contract/platform/tags';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, welcome } from '../../testing/forum.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, block, mute, setMember } from '../../testing/posts.ts';
import { sweepTags, tagOlderPosts } from './set-tags.ts';

describe('tags', () => {
  let app: TestApp;
  let image: Buffer;
  let ada: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    image = await photoFile(40, 30);
    ada = await addTestMember(app);
  });
  afterAll(() => app.close());

  let words = 0;
  const newWord = (): string => `word${(words += 1)}x`;

  async function post(author: TestMember, fields: { title?: string; description?: string; category?: string }): Promise<string> {
    const form = formOf({ title: 'A cloth', 'images[0]': image, ...fields });
    const { status, json } = await app.call('POST', '/photos', { token: author.token, form });
    expect(status).toBe(201);
    return json.data.id;
  }
  const edit = (author: TestMember, id: string, fields: Record<string, string>) =>
    app.call('POST', `/photos/${id}/update`, { token: author.token, form: formOf(fields) });
  async function begin(author: TestMember, body: string): Promise<{ id: string; openingId: string }> {
    const { status, json } = await app.call('POST', '/forum/topics', {
      token: author.token,
      json: { category_id: welcome, title: 'A question', body },
    });
    expect(status).toBe(201);
    const row = await app.db.row<{ id: string }>('select id from forum_posts where topic_id = $1 and number = 1', [json.data.id]);
    return { id: json.data.id, openingId: row!.id };
  }
  const get = (path: string, reader: TestMember | null): Promise<TestAnswer> => app.call('GET', path, { token: reader?.token });
  const tag = (name: string, reader: TestMember) => app.call('GET', `/tags/${encodeURIComponent(name)}`, { token: reader.token });
  const idsIn = ({ status, json }: TestAnswer): string[] => {
    expect(status).toBe(200);
    return json.data.map(({ id }: { id: string }) => id);
  };
  const photosWith = async (name: string, reader: TestMember, more = '') =>
    idsIn(await get(`/photos?tag=${encodeURIComponent(name)}${more}`, reader));
  const topicsWith = async (name: string, reader: TestMember) =>
    idsIn(await app.call('GET', `/tags/${encodeURIComponent(name)}/topics`, { token: reader.token }));
  const beginning = async (prefix: string, reader: TestMember) =>
    (await app.call('GET', `/tags?prefix=${encodeURIComponent(prefix)}`, { token: reader.token })).json.data;

  test.each([
    ['Olúmọ', 'olumo'],
    ['Ọ̀ṣogbo', 'OSOGBO'],
    ['O\u0323\u0300s\u0323un', 'Ọ̀ṣun'],
    ['ƁAƊE', 'bade'],
    ['ƙasa', '#Kasa'],
    ['صُورَة', 'صورة'],
    ['Made_in_Benin', 'made_in_benin'],
    ['አዲስ', 'አዲስ'],
    ['Straßenfest', 'STRASSENFEST'],
    ['القاهرة', 'القاهره'],
    ['می‌خواهم', 'میخواهم'],
    ['کتاب', '#كتاب'],
    ['co·op', '＃Co·Op'],
    ['ぼっち・ざ・ろっく', 'ぼっち・ざ・ろっく'],
    ['سال۱۴۰۳', 'سال1403'],
  ])('a post with #%s is found by %s', async (written, sought) => {
    const id = await post(ada, { description: `See #${written}.` });
    expect(await photosWith(sought, ada)).toContain(id);
    expect((await tag(sought, ada)).json.data).toEqual({
      tag: written.normalize('NFC'),
      photos_count: 1,
      photos_count_is_capped: false,
      topics_count: 0,
      topics_count_is_capped: false,
      is_following: false,
    });
  });

  test('tags are found in title and description, and in the opening of a topic', async () => {
    const word = newWord();
    const first = await post(ada, { title: `Loom #${word}` });
    const second = await post(ada, { description: `#${word} and #${word.toUpperCase()} again` });
    const topic = await begin(ada, `About #${word}, not \`#${word}code\`.`);
    expect(await photosWith(word, ada)).toEqual([second, first]);
    expect(await topicsWith(word, ada)).toEqual([topic.id]);
    expect((await tag(word, ada)).json.data).toMatchObject({ tag: word, photos_count: 2, topics_count: 1 });
    expect((await tag(`${word}code`, ada)).status).toBe(404);
  });

  test('an edit removes and adds tags', async () => {
    const [before, kept, after] = [newWord(), newWord(), newWord()];
    const id = await post(ada, { title: `#${kept}`, description: `#${before}` });
    await edit(ada, id, { category: 'music' });
    expect(await photosWith(before, ada)).toEqual([id]);
    await edit(ada, id, { description: `#${after}` });
    for (const [name, found] of [
      [before, []],
      [kept, [id]],
      [after, [id]],
    ] as const)
      expect(await photosWith(name, ada)).toEqual(found);
    expect((await tag(before, ada)).status).toBe(404);
    await edit(ada, id, { description: '', title: 'None' });
    expect((await tag(after, ada)).status).toBe(404);
    expect((await tag(kept, ada)).status).toBe(404);
  });

  test('an edit of a topic’s opening changes its tags, and an edit of a reply does not', async () => {
    const [before, after, replied] = [newWord(), newWord(), newWord()];
    const { id, openingId } = await begin(ada, `#${before}`);
    await app.call('PUT', `/forum/topics/${id}`, { token: ada.token, json: { body: `#${after}` } });
    expect([await topicsWith(before, ada), await topicsWith(after, ada)]).toEqual([[], [id]]);
    await app.call('PUT', `/forum/topics/${id}/posts/${openingId}`, { token: ada.token, json: { body: `#${before}` } });
    expect([await topicsWith(before, ada), await topicsWith(after, ada)]).toEqual([[id], []]);
    const { status } = await app.call('POST', `/forum/topics/${id}/posts`, { token: ada.token, json: { body: `#${replied}` } });
    expect([status, await topicsWith(replied, ada)]).toEqual([201, []]);
  });

  test('a post keeps at most twenty tags, and no overlong ones', async () => {
    const word = newWord();
    const long = 'a'.repeat(limits.tag + 1);
    const id = await post(ada, { description: `#${long} ${Array.from({ length: 21 }, (_, n) => `#${word}${n}y`).join(' ')}` });
    expect(await photosWith(`${word}19y`, ada)).toEqual([id]);
    expect(await photosWith(`${word}20y`, ada)).toEqual([]);
    expect((await tag(long, ada)).status).toBe(404);
    expect((await tag(`${long}${long}`, ada)).status).toBe(422);
    expect((await get('/photos?tag=%00', ada)).status).toBe(422);
  });

  test('an unused tag has empty lists and no page', async () => {
    for (const never of [newWord(), '!!!', '2024']) {
      expect([await photosWith(never, ada), await topicsWith(never, ada)]).toEqual([[], []]);
      const { status, json } = await tag(never, ada);
      expect([status, json.code, json.reason]).toEqual([404, 'not_found', 'tagNotFound']);
    }
    expect(await beginning('zzz', ada)).toEqual([]);
  });

  test('a tag’s posts are read page by page, newest first, while more are posted', async () => {
    const word = newWord();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await post(ada, { title: `${n} #${word}` }));
    const read = async (cursor = '') => (await get(`/photos?tag=${word}&per_page=2${cursor && `&cursor=${cursor}`}`, ada)).json;
    let page = await read();
    expect(page.meta).toMatchObject({ total: 5, total_is_capped: false });
    await post(ada, { title: `New #${word}` });
    const listedIds = page.data.map(({ id }: { id: string }) => id);
    while (page.meta.next_cursor !== null) {
      page = await read(page.meta.next_cursor);
      listedIds.push(...page.data.map(({ id }: { id: string }) => id));
    }
    expect(listedIds).toEqual(ids.toReversed());
    expect((await get(`/photos?tag=${word}&cursor=nonsense`, ada)).status).toBe(422);
    expect((await get(`/tags/${word}/topics?cursor=nonsense`, ada)).status).toBe(422);
  });

  test('a tag can be combined with words, a category, a member and followed members', async () => {
    const word = newWord();
    const otherMember = await addTestMember(app);
    const music = await post(otherMember, { title: `Drum #${word}`, category: 'music' });
    const dance = await post(ada, { title: `Masquerade #${word}`, category: 'dance' });
    await post(ada, { title: 'Masquerade', category: 'dance' });
    expect(await photosWith(word, ada, '&search=masq')).toEqual([dance]);
    expect(await photosWith(word, ada, '&category=music')).toEqual([music]);
    expect(await photosWith(word, ada, `&username=${otherMember.username}`)).toEqual([music]);
    expect(await photosWith(word, ada, '&feed=following')).toEqual([]);
    await app.call('POST', `/users/${otherMember.id}/follow`, { token: ada.token });
    expect(await photosWith(word, ada, '&feed=following')).toEqual([music]);
  });

  test('concurrent posts with the same new tags in any order all get these tags', async () => {
    const [one, two] = [newWord(), newWord()];
    const members = await Promise.all(Array.from({ length: 6 }, () => addTestMember(app)));
    const ids = await Promise.all(members.map((member, n) => post(member, { description: n % 2 ? `#${one} #${two}` : `#${two} #${one}` })));
    for (const word of [one, two]) expect(new Set(await photosWith(word, ada))).toEqual(new Set(ids));
    await Promise.all(members.map((member, n) => edit(member, ids[n]!, { description: n % 2 ? `#${two}` : `#${one}` })));
    expect((await photosWith(one, ada)).length + (await photosWith(two, ada)).length).toBe(6);
    expect(await wrongUses()).toEqual([]);
  });

  const wrongUses = () =>
    app.db.rows(
      `select key from tags t where uses_count <> (select count(*) from photo_tags where tag = t.key) + (select count(*) from forum_topic_tags where tag = t.key)`,
    );

  test('hidden posts are not listed, counted or suggested until visible again', async () => {
    const word = newWord();
    const [maker, reader] = [await addTestMember(app), await addTestMember(app)];
    const id = await post(maker, { title: `Loom #${word}` });
    const topic = await begin(maker, `#${word}`);
    const readEverywhere = async () => [
      await photosWith(word, reader),
      await topicsWith(word, reader),
      (await tag(word, reader)).status,
      (await beginning(word, reader)).length,
    ];
    const all = [[id], [topic.id], 200, 1];
    const none = [[], [], 404, 0];
    const flips: [hide: () => Promise<unknown>, show: () => Promise<unknown>][] = [
      [() => block(app, maker, reader), () => app.db.run('delete from blocks where blocker_id = $1', [maker.id])],
      [() => block(app, reader, maker), () => app.db.run('delete from blocks where blocker_id = $1', [reader.id])],
      [() => mute(app, reader, maker), () => app.db.run('delete from mutes where muter_id = $1', [reader.id])],
      [() => setMember(app, maker, { suspended_at: new Date() }), () => setMember(app, maker, { suspended_at: null })],
      [() => setMember(app, maker, { closed_at: new Date() }), () => setMember(app, maker, { closed_at: null })],
    ];
    for (const [hide, show] of flips) {
      expect(await readEverywhere()).toEqual(all);
      await hide();
      expect(await readEverywhere()).toEqual(none);
      await show();
      await app.db.run('update forum_topics set author_gone = false where id = $1', [topic.id]);
      await app.db.run('update forum_posts set author_gone = false where topic_id = $1', [topic.id]);
      await app.db.run('delete from forum_departures');
    }
    await setMember(app, maker, { profile_visibility: 'private' });
    expect(await readEverywhere()).toEqual([[], [topic.id], 200, 1]);
    expect((await tag(word, reader)).json.data).toMatchObject({ photos_count: 0, topics_count: 1 });
    expect((await tag(word, maker)).json.data).toMatchObject({ photos_count: 1, topics_count: 1 });
    await setMember(app, maker, { profile_visibility: 'public' });
    await app.db.run('update photos set removed_at = now() where id = $1', [id]);
    await app.db.run('update forum_topics set removed_at = now() where id = $1', [topic.id]);
    expect(await readEverywhere()).toEqual(none);
  });

  test('a hidden post’s spelling of a tag is not revealed', async () => {
    const word = newWord();
    const quiet = await addTestMember(app, { profile_visibility: 'private' });
    await post(quiet, { title: `#${word.toUpperCase()}` });
    expect((await tag(word, quiet)).json.data.tag).toBe(word.toUpperCase());
    await post(ada, { title: `#${word}` });
    expect((await tag(word, ada)).json.data).toMatchObject({ tag: word, photos_count: 1 });
    expect(await beginning(word, ada)).toEqual([{ tag: word, uses_count: 1 }]);
  });

  test('a prefix is completed to at most eight tags, most used first', async () => {
    const word = newWord();
    for (let n = 0; n < 9; n += 1) await post(ada, { title: `#${word}_é${n}` });
    for (let n = 0; n < 2; n += 1) await post(ada, { title: `#${word}_é7` });
    await begin(ada, `#${word}_É7`);
    const suggestions = await beginning(`#${word.toUpperCase()}_E`, ada);
    expect(suggestions).toHaveLength(limits.tagsCompleted);
    expect(suggestions[0]).toEqual({ tag: `${word}_é7`, uses_count: 4 });
    expect((await get('/tags', ada)).status).toBe(422);
  });

  test('tags used mostly in hidden posts do not displace others from the suggestions', async () => {
    const word = newWord();
    const crowd = await addTestMember(app);
    await post(ada, { title: `#${word}_mine` });
    for (let n = 0; n < 2; n += 1)
      for (let part = 0; part < 2; part += 1)
        await post(crowd, { description: Array.from({ length: 15 }, (_, index) => `#${word}_${part}${index}x`).join(' ') });
    const reader = await addTestMember(app);
    await mute(app, reader, crowd);
    expect(await beginning(word, reader)).toEqual([{ tag: `${word}_mine`, uses_count: 1 }]);
  });

  test('tags are not readable without signing in', async () => {
    for (const path of ['/tags?prefix=a', '/tags/lagos', '/tags/lagos/topics', '/photos?tag=lagos'])
      expect((await get(path, null)).status).toBe(401);
  });

  test('an erased post loses its tags, and unused tags are swept', async () => {
    const word = newWord();
    const id = await post(ada, { title: `#${word}` });
    await app.db.run('delete from photos where id = $1', [id]);
    expect(await app.db.row('select uses_count from tags where key = $1', [word])).toEqual({ uses_count: 0 });
    await sweepTags(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
    expect(await app.db.row('select from tags where key = $1', [word])).toBeUndefined();
    expect(await wrongUses()).toEqual([]);
  });
});

describe('hashtags', () => {
  const tags = (text: string): string[] => hashtagsIn(text).map(({ written }) => written);

  test.each([
    ['At the #harbour.', ['harbour']],
    ['#one #two,#three(#four) "#five" #six#seven', ['one', 'two', 'three', 'four', 'five', 'six']],
    ['#Ọ̀ṣogbo, #O\u0323\u0300s\u0323un and #ìlú_wa', ['Ọ̀ṣogbo', 'O\u0323\u0300s\u0323un', 'ìlú_wa']],
    ['#ƙasa #ɓaɗe #ʼya', ['ƙasa', 'ɓaɗe', 'ʼya']],
    ['صورة #لاغوس، و#صُورَة', ['لاغوس']],
    ['(#صُورَة)', ['صُورَة']],
    ['#祭り、#አዲስ፡', ['祭り', 'አዲስ']],
    ['#made_in_benin #2024expo #expo2024', ['made_in_benin', '2024expo', 'expo2024']],
    ['#می‌خواهم و #خانه‌ها.', ['می‌خواهم', 'خانه‌ها']],
    ['#ක්‍රීඩා #ශ්‍රී', ['ක්‍රීඩා', 'ශ්‍රී']],
    ['#हिन्‌दी #क्‍ष #മലയാളം', ['हिन्‌दी', 'क्‍ष', 'മലയാളം']],
    ['#co·op, #ぼっち・ざ・ろっく・ #ﾎﾞｯﾁ･ｻﾞ', ['co·op', 'ぼっち・ざ・ろっく', 'ﾎﾞｯﾁ･ｻﾞ']],
    ['#col·lecció #paral·lel·', ['col·lecció', 'paral·lel']],
    ['#a/#b and #1/#two/＃three', ['a', 'b', 'two', 'three']],
    ['＃写真 ﹟foto (＃東京)', ['写真', 'foto', '東京']],
    ['#e\u0301te\u0301 #က္ဘာ #ខ្មែរ #ไทย', ['e\u0301te\u0301', 'က္ဘာ', 'ខ្មែរ', 'ไทย']],
    ['#foo\u200cbar #foo\u200d #می\u200c', ['foo', 'foo', 'می']],
    ['#snow❄️flake #mask-maker #love🎉', ['snow', 'mask', 'love']],
    ['#under‿tie', ['under‿tie']],
  ])('%o has the tags %o', (text, expectedTags) => {
    expect(tags(text)).toEqual(expectedTags);
  });

  test.each([
    'No. #1, #2024 and #_',
    'C# a#b é#b ##double &#39; @ada#x',
    'https://example.org/a#part https://example.org/?q=#part http://x.org/(#part www.example.org/#part',
    '#️⃣ # alone #- #ʼ #ـ',
    `#${'a'.repeat(limits.tag + 1)}`,
  ])('%o has no tags', (text) => {
    expect(tags(text)).toEqual([]);
  });

  test('a tag may be as long as the limit in visible characters', () => {
    const text = 'e\u0301'.repeat(limits.tag);
    expect(tags(`#${text}`)).toEqual([text]);
  });

  test('each tag has its position, so a text can be rebuilt from its parts', () => {
    expect(hashtagsIn('Ẹ ṣé #Èkó!')).toEqual([{ at: 5, written: 'Èkó' }]);
  });

  test('tags that differ only in case are kept once, up to the limit', () => {
    expect(tagsToKeep(['Lagos', 'LAGOS', 'cafe\u0301', 'café'])).toEqual(['Lagos', 'café']);
    expect(tagsToKeep(['Straße', 'STRASSE', 'القاهرة', 'القاهره', 'می‌خواهم', 'میخواهم'])).toEqual(['Straße', 'القاهرة', 'می‌خواهم']);
    expect(tagsToKeep(Array.from({ length: 30 }, (_, n) => `t${n}`))).toHaveLength(limits.tags);
  });
});

describe('tags of older posts', () => {
  let app: TestApp;
  let ada: TestMember;
  let organiser: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    [ada, organiser] = [await addTestMember(app), await addTestMember(app, { role: 'admin' })];
  });
  afterAll(() => app.close());

  const idsIn = async (path: string): Promise<string[]> =>
    (await app.call('GET', path, { token: ada.token })).json.data.map(({ id }: { id: string }) => id);

  test('a job finds the tags of posts from before tags existed', async () => {
    const photos = await Promise.all(Array.from({ length: 3 }, (_, n) => addTestPhoto(app, ada, { title: `#older ${n}` })));
    const topic = await addTestTopic(app, ada);
    await app.db.run(`update forum_posts set body = '#older and \`#code\`' where id = $1`, [topic.opening_id]);
    await app.db.run('insert into untagged_posts (photo_id) select id from photos');
    await app.db.run('insert into untagged_posts (topic_id) values ($1)', [topic.id]);
    const run = () => tagOlderPosts(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
    await Promise.all([run(), run()]);
    expect(new Set(await idsIn('/photos?tag=older'))).toEqual(new Set(photos.map(({ id }) => id)));
    expect(await idsIn('/tags/older/topics')).toEqual([topic.id]);
    expect(await idsIn('/tags/code/topics')).toEqual([]);
    expect(await app.db.rows('select from untagged_posts')).toEqual([]);
  });

  test('a split topic gets the tags of its opening, and a merged one loses its tags', async () => {
    const topic = await addTestTopic(app, ada);
    await app.call('PUT', `/forum/topics/${topic.id}`, { token: ada.token, json: { body: '#whole' } });
    const reply = await addTestReply(app, topic, ada, { body: 'More about #splinters' });
    const { json, status } = await app.call('POST', `/forum/topics/${topic.id}/split`, {
      token: organiser.token,
      json: { post_ids: [reply.id], title: 'Of its own', category_id: '019ab000-0000-7000-8000-000000000001' },
    });
    expect([status, json.code]).toEqual([expect.any(Number), undefined]);
    await runJobs(app.context);
    const [splitOff] = await idsIn('/tags/splinters/topics');
    expect(splitOff).not.toBe(topic.id);
    expect(await idsIn('/tags/whole/topics')).toEqual([topic.id]);
    const merged = await app.call('POST', `/forum/topics/${splitOff}/merge`, { token: organiser.token, json: { into: topic.id } });
    expect(merged.json.code).toBeUndefined();
    expect(await idsIn('/tags/splinters/topics')).toEqual([]);
    expect(await app.db.row(`select uses_count from tags where key = 'splinters'`)).toEqual({ uses_count: 0 });
  });
});
