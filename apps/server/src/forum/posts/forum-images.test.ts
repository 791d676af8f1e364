import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic, addTestUpload, type TestTopic, welcome } from '../../testing/forum.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, block, listOrphanFiles, listStoredImages, mute, setMember, setPhotoGone } from '../../testing/posts.ts';
import { deleteUnusedUploads } from './image-queries.ts';

describe('images of forum posts', () => {
  let app: TestApp;
  let [ada, olu]: TestMember[] = [];
  let file: Buffer;
  let topic: TestTopic;
  beforeAll(async () => {
    app = await startTestApp();
    file = await photoFile(700, 400);
    [ada, olu] = [await addTestMember(app), await addTestMember(app)];
    topic = await addTestTopic(app, ada);
  });
  afterAll(() => app.close());

  const upload = (
    member: TestMember,
    fields: Record<string, string | Buffer> = { image: file, alt: 'A loom' },
    key?: string,
  ): Promise<TestAnswer> =>
    app.call('POST', '/forum/images', {
      token: member.token,
      form: formOf(fields),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  const reply = (member: TestMember, body: string): Promise<TestAnswer> =>
    app.call('POST', `/forum/topics/${topic.id}/posts`, { token: member.token, json: { body } });
  const edit = (member: TestMember, post: string, body: string): Promise<TestAnswer> =>
    app.call('PUT', `/forum/topics/${topic.id}/posts/${post}`, { token: member.token, json: { body } });
  const htmlFor = async (member: TestMember, number: number): Promise<string> =>
    (await app.call('GET', `/forum/topics/${topic.id}/posts?around=${number}`, { token: member.token })).json.data[0].body_html;
  const addressIn = (html: string): string => (/src="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  const fetched = async (address: string): Promise<number> => (await fetch(`${app.url}${address}`)).status;
  const namesOf = async (post: string): Promise<unknown[]> =>
    app.db.rows('select photo_id, image_id, alt from forum_post_images where post_id = $1 order by position', [post]);

  test('an uploaded image is stored durably, with its description, behind signed addresses', async () => {
    const { status, json } = await upload(ada!);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      data: { alt: 'A loom', width: 700, height: 400 },
      receipt: { image_id: json.data.id, received: { width: 700 } },
    });
    expect(await fetched(json.data.image_path)).toBe(200);
    expect(await fetched(json.data.image_path.replace(/\?.*/, ''))).toBe(404);
    expect(await listOrphanFiles(app)).toEqual([]);
  });

  test('uploading twice under one key, even concurrently, stores one image', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => upload(ada!, undefined, 'one-image')));
    answers.push(await upload(ada!, undefined, 'one-image'));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.data?.id}`)).size).toBe(1);
    expect(answers[3]!.json.receipt).toBeNull();
    expect(await listOrphanFiles(app)).toEqual([]);
  });

  test('a form without exactly one valid image is rejected, and nothing is stored', async () => {
    const before = await app.db.rows('select id from images');
    const refusal = [await upload(ada!, { alt: 'A loom' }), await upload(ada!, { image: Buffer.from('<svg/>') })];
    refusal.push(await upload(ada!, { image: file, images: file }), await upload(ada!, { image: file, alt: 'a'.repeat(1001) }));
    expect(refusal.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(await app.db.rows('select id from images')).toEqual(before);
    expect(await listOrphanFiles(app)).toEqual([]);
  });

  test('a member without storage left cannot upload', async () => {
    const full = await addTestMember(app);
    await addTestUpload(app, full);
    await app.db.run('update images set bytes = $2 where member_id = $1', [full.id, 5 * 1024 ** 3]);
    const { status, json } = await upload(full);
    expect([status, json.code]).toEqual([422, 'quota_exceeded']);
  });

  test('a post shows its author’s uploads and photos to everyone who may see them', async () => {
    const [ownUpload, photo] = [await addTestUpload(app, ada!), await addTestPhoto(app, ada!, { title: 'Indigo' })];
    const { status, json } = await reply(
      ada!,
      `![the **loom**](photo:${ownUpload.id}) ![](photo:${photo.id}) ![](photo:${photo.image_id})`,
    );
    expect(status).toBe(201);
    const html = await htmlFor(olu!, json.data.number);
    expect(html.match(/<img /g)).toHaveLength(3);
    expect(html).toContain('alt="the loom" data-color="#884422" data-thumbhash="AQIDBAU="');
    expect(html.match(new RegExp(`<a class="photo" href="/post/${photo.id}">`, 'g'))).toHaveLength(2);
    expect(addressIn(html)).toMatch(/^\/media\/.*\?exp=/);
    expect(await namesOf(json.data.id)).toEqual([
      { photo_id: null, image_id: ownUpload.id, alt: 'the loom' },
      { photo_id: photo.id, image_id: null, alt: '' },
      { photo_id: photo.id, image_id: photo.image_id, alt: '' },
    ]);
  });

  test('another member’s image, a missing image and an invalid id give the same error in every call', async () => {
    const [otherUpload, photo, deletedPhoto] = [
      await addTestUpload(app, olu!),
      await addTestPhoto(app, olu!),
      await addTestPhoto(app, ada!),
    ];
    await setPhotoGone(app, deletedPhoto, 'deleted_at');
    const { json: own } = await reply(ada!, 'Without');
    const said = new Set<string>();
    for (const id of [otherUpload.id, photo.id, photo.image_id, deletedPhoto.id, '00000000-0000-7000-8000-000000000000']) {
      const body = `![a loom](photo:${id})`;
      const responses = [
        await reply(ada!, body),
        await edit(ada!, own.data.id, body),
        await app.call('PUT', `/forum/topics/${topic.id}`, { token: ada!.token, json: { body } }),
        await app.call('POST', '/forum/topics', { token: ada!.token, json: { category_id: welcome, title: 'A loom', body } }),
      ];
      for (const { status, json } of responses) said.add(JSON.stringify([status, json.message, json.errors]));
    }
    expect([...said]).toEqual([expect.stringMatching(/^\[422,.*not yours or no longer there/)]);
  });

  test('an organiser who edits a post cannot add their own images', async () => {
    const organiser = await addTestMember(app, { role: 'moderator' });
    const { json } = await reply(ada!, 'Words');
    const { id } = await addTestUpload(app, organiser);
    expect((await edit(organiser, json.data.id, `![](photo:${id})`)).status).toBe(422);
    expect((await edit(organiser, json.data.id, 'Other words')).status).toBe(200);
  });

  test('a post takes at most twenty images', async () => {
    const { id } = await addTestUpload(app, ada!);
    expect((await reply(ada!, `![](photo:${id})\n`.repeat(20))).status).toBe(201);
    const { status, json } = await reply(ada!, `![](photo:${id})\n`.repeat(21));
    expect([status, json.errors.body]).toEqual([422, ['A post can show up to 20 images.']]);
  });

  test('a post with a deleted photo stays editable, and an edit replaces its stored images', async () => {
    const photo = await addTestPhoto(app, ada!);
    const { json } = await reply(ada!, `![](photo:${photo.id})`);
    await setPhotoGone(app, photo, 'deleted_at');
    expect((await edit(ada!, json.data.id, `More words ![](photo:${photo.id})`)).status).toBe(200);
    const { id } = await addTestUpload(app, ada!);
    expect((await edit(ada!, json.data.id, `![](photo:${id})`)).status).toBe(200);
    expect(await namesOf(json.data.id)).toEqual([{ photo_id: null, image_id: id, alt: '' }]);
  });

  test('a quote shows another member’s image as its description', async () => {
    const { id } = await addTestUpload(app, olu!);
    const { json } = await reply(olu!, `![a loom](photo:${id})`);
    const quoted = await reply(ada!, `> [!quote ${json.data.id}]\n> ![a loom](photo:${id})\n\nFine.`);
    expect(quoted.status).toBe(201);
    expect(quoted.json.data.body_html).toContain('a loom');
    expect(quoted.json.data.body_html).not.toContain('<img');
  });

  test('a photo that becomes restricted or deleted is unavailable on the next request on every node', async () => {
    const author = await addTestMember(app);
    const otherApp = await startTestApp({}, {}, { beside: app });
    try {
      const photo = await addTestPhoto(app, author, { title: 'Secret title' });
      const { json } = await reply(author, `![her words](photo:${photo.id})`);
      const { number } = json.data;
      const read = async (): Promise<string> => {
        const { json: page } = await otherApp.call('GET', `/forum/topics/${topic.id}/posts?around=${number}`, { token: olu!.token });
        return page.data[0].body_html;
      };
      expect(await read()).toContain('<img');
      await setMember(app, author, { post_visibility: 'followers' });
      const hidden = await read();
      expect(hidden).toBe('<p><span class="photo-gone">This photo is not available</span></p>\n');
      expect(await htmlFor(author, number)).toMatch(/<img src="[^"]+\?exp=/);
      await setMember(app, author, { post_visibility: 'public' });
      expect(await read()).toContain('<img');
      await setPhotoGone(app, photo, 'removed_at');
      expect(await read()).toBe(hidden);
    } finally {
      await otherApp.close();
    }
  });

  test('an upload is readable by its owner and by readers of a post that shows it', async () => {
    const { json } = await upload(ada!);
    const { id } = json.data;
    const response = await reply(ada!, `![](photo:${id})`);
    const readers = addressIn(await htmlFor(olu!, response.json.data.number));
    expect(await fetched(readers)).toBe(200);
    const path = `/forum/topics/${topic.id}/posts/${response.json.data.id}`;
    expect((await app.call('DELETE', path, { token: ada!.token })).status).toBe(200);
    expect(await fetched(readers)).toBe(404);
    expect(await fetched(json.data.image_path)).toBe(200);
    expect(await fetched(json.data.image_path.replace(/sig=.*/, /sig=.*/.exec(readers)![0]))).toBe(404);
  });

  test('a preview shows only the member’s own uploads', async () => {
    const { id } = await addTestUpload(app, ada!);
    const preview = async (member: TestMember): Promise<string> =>
      (await app.call('POST', '/forum/preview', { token: member.token, json: { body: `![](photo:${id})` } })).json.data.body_html;
    expect(await preview(ada!)).toContain('<img');
    expect(await preview(olu!)).toBe('<p><span class="photo-gone">This photo is not available</span></p>\n');
  });

  const aDayLater = (ids: readonly string[]): Promise<number> =>
    app.db.run(`update forum_uploads set named_at = now() - interval '25 hours' where image_id = any($1::uuid[])`, [ids]);
  const sweep = async (): Promise<void> => {
    await addJob(app.db, 'sweep_uploads', null);
    await runJobs(app.context);
  };

  test('an upload in no post and no draft is deleted after a day', async () => {
    const [posted, drafted, loose, fresh] = await Promise.all(Array.from({ length: 4 }, () => addTestUpload(app, ada!)));
    const { json } = await reply(ada!, `![](photo:${posted!.id})`);
    const draftPath = `/forum/drafts/topic:${topic.id}`;
    const draft = { body: `![](photo:${drafted!.id})`, version: 0 };
    expect((await app.call('PUT', draftPath, { token: ada!.token, json: draft })).status).toBe(200);
    const all = [posted!.id, drafted!.id, loose!.id];
    await aDayLater(all);
    await sweep();
    expect((await listStoredImages(app, [...all, fresh!.id])).toSorted()).toEqual([posted!.id, drafted!.id, fresh!.id].toSorted());
    expect((await reply(ada!, `![](photo:${loose!.id})`)).status).toBe(422);

    await edit(ada!, json.data.id, 'Without');
    expect((await app.call('DELETE', draftPath, { token: ada!.token })).status).toBe(200);
    await aDayLater(all);
    await sweep();
    expect(await listStoredImages(app, all)).toEqual([]);
  });

  test('an upload in a draft survives the merge of the draft’s topic', async () => {
    const { id } = await addTestUpload(app, ada!);
    const [merged, targetTopic] = [await addTestTopic(app, olu!), await addTestTopic(app, olu!)];
    const mod = await addTestMember(app, { role: 'moderator' });
    const path = `/forum/drafts/topic:${merged.id}`;
    await app.call('PUT', path, { token: ada!.token, json: { body: `![](photo:${id})`, version: 0 } });
    const { status } = await app.call('POST', `/forum/topics/${merged.id}/merge`, { token: mod.token, json: { into: targetTopic.id } });
    expect(status).toBe(200);
    await app.db.run('delete from forum_drafts where topic_id = $1', [merged.id]);
    await aDayLater([id]);
    await sweep();
    expect(await listStoredImages(app, [id])).toEqual([id]);
  });

  test('another member’s draft does not save an upload from the sweep', async () => {
    const { id } = await addTestUpload(app, ada!);
    await app.call('PUT', `/forum/drafts/topic:${topic.id}`, { token: olu!.token, json: { body: `![](photo:${id})`, version: 0 } });
    await aDayLater([id]);
    await sweep();
    expect(await listStoredImages(app, [id])).toEqual([]);
  });

  test('the upload sweep spares images of a post written concurrently', async () => {
    const { id } = await addTestUpload(app, ada!);
    await aDayLater([id]);
    const written = await app.db.transaction(async (tx) => {
      // The sweep selects the upload before the post's transaction commits, and waits for the commit.
      await tx.run('update forum_uploads set named_at = now() where image_id = $1', [id]);
      const swept = app.db.transaction((otherDb) => deleteUnusedUploads(otherDb));
      await expect
        .poll(async () => (await app.db.row<{ n: number }>(`select count(*)::int as n from pg_locks where not granted`))!.n)
        .toBeGreaterThan(0);
      return { swept };
    });
    expect(await written.swept).toEqual([]);
    expect(await listStoredImages(app, [id])).toEqual([id]);
  });

  test('closing an account erases its uploads', async () => {
    const leaver = await addTestMember(app);
    const { id } = await addTestUpload(app, leaver);
    await reply(leaver, `![](photo:${id})`);
    await setMember(app, leaver, { closed_at: new Date(Date.now() - 15 * 86_400_000) });
    await addJob(app.db, 'erase_accounts', null);
    await runJobs(app.context);
    expect(await listStoredImages(app, [id])).toEqual([]);
    expect(await app.db.rows('select from forum_uploads where image_id = $1', [id])).toEqual([]);
    expect(await app.db.rows('select from forum_post_images where image_id = $1', [id])).toEqual([]);
  });
});

describe('images of a topic', () => {
  let app: TestApp;
  let [ada, olu]: TestMember[] = [];
  beforeAll(async () => {
    app = await startTestApp();
    [ada, olu] = [await addTestMember(app), await addTestMember(app)];
  });
  afterAll(() => app.close());

  const reply = async (topic: TestTopic, member: TestMember, body: string): Promise<{ id: string; number: number }> => {
    const { status, json } = await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: member.token, json: { body } });
    expect(status).toBe(201);
    return json.data;
  };
  const gallery = (topic: { id: string }, member: TestMember, query = '') =>
    app.call('GET', `/forum/topics/${topic.id}/images?${query}`, { token: member.token });
  const shownTo = async (topic: TestTopic, member: TestMember): Promise<string[]> =>
    (await gallery(topic, member)).json.data.map(({ image }: { image: { id: string } }) => image.id);

  test('the gallery lists images by post number, with credit and description', async () => {
    const topic = await addTestTopic(app, ada!);
    const [upload, photo] = [await addTestUpload(app, olu!), await addTestPhoto(app, ada!, { title: 'Indigo' })];
    const first = await reply(topic, olu!, `![at *work*](photo:${upload.id})`);
    await reply(topic, olu!, 'No image');
    const last = await reply(topic, ada!, `![](photo:${photo.id})`);
    const { status, json } = await gallery(topic, ada!);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      data: [
        { image: { id: upload.id, alt: 'at work' }, author: { id: olu!.id }, post: { id: first.id, number: 2 }, photo: null },
        {
          image: { id: photo.image_id, alt: 'Dancers' },
          author: { id: ada!.id },
          post: { id: last.id, number: 4 },
          photo: { id: photo.id, title: 'Indigo' },
        },
      ],
      meta: { next_cursor: null },
    });
  });

  test('the next gallery page continues after the last image without repeats', async () => {
    const topic = await addTestTopic(app, ada!);
    const ids = (await Promise.all(Array.from({ length: 5 }, () => addTestUpload(app, ada!)))).map(({ id }) => id);
    await reply(
      topic,
      ada!,
      ids
        .slice(0, 3)
        .map((id) => `![](photo:${id})`)
        .join(' '),
    );
    await reply(
      topic,
      ada!,
      ids
        .slice(3)
        .map((id) => `![](photo:${id})`)
        .join(' '),
    );
    const results: string[] = [];
    for (let query = 'per_page=2'; query !== '';) {
      const { json } = await gallery(topic, olu!, query);
      results.push(...json.data.map(({ image }: { image: { id: string } }) => image.id));
      query = json.meta.next_cursor === null ? '' : `per_page=2&cursor=${json.meta.next_cursor}`;
    }
    expect(results).toEqual(ids);
    expect((await gallery(topic, olu!, 'cursor=elsewhere')).status).toBe(422);
  });

  test('the gallery leaves out restricted photos, images by blocked and muted members, and deleted posts', async () => {
    const [author, blocker, muted] = await Promise.all(Array.from({ length: 3 }, () => addTestMember(app)));
    const topic = await addTestTopic(app, ada!);
    const [photo, ofBlocker, ofMuted, deletedUpload] = [
      await addTestPhoto(app, author!),
      await addTestUpload(app, blocker!),
      await addTestUpload(app, muted!),
      await addTestUpload(app, author!),
    ];
    await reply(topic, author!, `![](photo:${photo.id})`);
    await reply(topic, blocker!, `![](photo:${ofBlocker.id})`);
    await reply(topic, muted!, `![](photo:${ofMuted.id})`);
    const { id } = await reply(topic, author!, `![](photo:${deletedUpload.id})`);
    expect(await shownTo(topic, olu!)).toHaveLength(4);
    await setMember(app, author!, { post_visibility: 'followers' });
    await block(app, blocker!, olu!);
    await mute(app, olu!, muted!);
    await app.call('DELETE', `/forum/topics/${topic.id}/posts/${id}`, { token: author!.token });
    expect(await shownTo(topic, olu!)).toEqual([]);
    expect(await shownTo(topic, author!)).toEqual([photo.image_id, ofBlocker.id, ofMuted.id]);
  });

  test('the gallery needs an existing topic and a session', async () => {
    const topic = await addTestTopic(app, ada!, { deleted_at: new Date() });
    expect((await gallery(topic, ada!)).status).toBe(404);
    expect((await gallery({ id: 'nothing' }, ada!)).status).toBe(404);
    expect((await app.call('GET', `/forum/topics/${topic.id}/images`)).status).toBe(401);
  });
});
