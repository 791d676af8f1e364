import type { Message } from '@mbari/contract/messages/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { forgetFilters } from '../platform/screening/change-filters.ts';
import { addTestMember, addTestMembers, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestTopic } from '../testing/forum.ts';
import { formOf } from '../testing/http-client.ts';
import { photoFile } from '../testing/image-files.ts';
import { addTestConversation, addTestMessageImage, sendTestMessage, startTestConversation } from '../testing/messages.ts';
import { addTestPhoto, block, listOrphanFiles, listStoredImages, setAudience, setMember } from '../testing/posts.ts';

describe('sending a message', () => {
  let app: TestApp;
  let ada: TestMember;
  let obi: TestMember;
  let conversation: { id: string };
  beforeAll(async () => {
    app = await startTestApp();
    [ada, obi] = await addTestMembers(app, 'Ada', 'Obi');
    conversation = await addTestConversation(app, ada, obi);
  });
  afterAll(() => app.close());

  const list = async (member: TestMember, { id }: { id: string } = conversation, query = '') =>
    (await app.call('GET', `/conversations/${id}/messages${query}`, { token: member.token })).json as {
      data: Message[];
      meta: { version: number; has_older: boolean; has_newer: boolean; first_unread: number | null };
    };
  const read = async (member: TestMember, { id }: { id: string } = conversation) =>
    (await app.call('GET', `/conversations/${id}`, { token: member.token })).json.data;
  const answerOf = ({ status, json }: { status: number; json: any }) => (status < 400 ? status : `${status} ${json.reason}`);

  test('a message gets the next number, reaches the other member and is read by its author', async () => {
    const { status, json } = await sendTestMessage(app, ada, conversation, '  Whose hand was this? \n');
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      ...{ body: 'Whose hand was this?', number: 2, is_own: true, author: { id: ada.id } },
      viewer: { may_edit: true, may_take_back: true, may_report: false },
    });
    expect(await read(ada)).toMatchObject({ last_number: 2, read_number: 2, unread_count: 0 });
    expect(await read(obi)).toMatchObject({
      last_number: 2,
      unread_count: 2,
      last_message: { body: 'Whose hand was this?', is_own: false },
    });
    const { data, meta } = await list(obi);
    expect([data.map(({ number }) => number), meta]).toEqual([[1, 2], { version: 2, has_older: false, has_newer: false, first_unread: 1 }]);
    expect(data[1]!.viewer).toEqual({ may_edit: false, may_take_back: false, may_report: true });
  });

  test.each([
    [{}, 'fieldRequired'],
    [{ body: ' \n\u200b ' }, 'messageEmpty'],
    [{ photo_id: 'a', topic_id: 'b' }, 'oneShared'],
  ])('a message with %j is refused', async (message, reason) => {
    const { status, json } = await app.call('POST', `/conversations/${conversation.id}/messages`, { token: ada.token, json: message });
    expect([status, JSON.stringify(json.error_reasons)]).toEqual([422, expect.stringContaining(reason)]);
  });

  test('a repeated key sends once, and the key of another message is refused', async () => {
    const send = (body: string) => sendTestMessage(app, ada, conversation, body, { 'idempotency-key': 'once' });
    const [first, again] = [await send('Once'), await send('Once')];
    expect([first.status, again.status, again.json.data]).toEqual([201, 201, first.json.data]);
    expect((await send('Twice')).json.code).toBe('idempotency_key_reused');
    const atOnce = await Promise.all(
      Array.from({ length: 5 }, () => sendTestMessage(app, obi, conversation, 'At once', { 'idempotency-key': 'at-once' })),
    );
    expect(new Set(atOnce.map(({ json }) => json.data.id)).size).toBe(1);
  });

  test('messages sent at the same moment get different numbers without a gap', async () => {
    const group = await addTestConversation(app, ada, [obi, await addTestMember(app)]);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => sendTestMessage(app, n % 2 ? ada : obi, group, `${n}`)));
    expect(answers.map(({ json }) => json.data.number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  });

  test('a reply shows the answered message, and only one of the same conversation can be answered', async () => {
    const { json } = await sendTestMessage(app, ada, conversation, 'x'.repeat(200));
    const reply = await sendTestMessage(app, obi, conversation, { body: 'Long', reply_to: json.data.id });
    expect(reply.json.data.reply_to).toEqual({
      ...{ id: json.data.id, number: json.data.number, excerpt: 'x'.repeat(120), has_images: false },
      author: expect.objectContaining({ id: ada.id }),
    });
    const other = await addTestConversation(app, ada, await addTestMember(app));
    expect(answerOf(await sendTestMessage(app, ada, other, { body: 'Here', reply_to: json.data.id }))).toBe('404 messageNotFound');
  });

  test('a shared post and topic are shown as cards, while the reader may see them', async () => {
    const [photo, topic] = [await addTestPhoto(app, ada), await addTestTopic(app, ada)];
    expect((await sendTestMessage(app, ada, conversation, { photo_id: photo.id })).json.data.shared).toMatchObject({
      ...{ kind: 'photo', topic: null, photo: { id: photo.id, title: photo.title } },
    });
    expect((await sendTestMessage(app, ada, conversation, { topic_id: topic.id })).json.data.shared).toMatchObject({
      ...{ kind: 'topic', photo: null, topic: { id: topic.id } },
    });
    const sharedWith = async (member: TestMember) =>
      (await list(member)).data.slice(-2).map(({ shared }) => Boolean(shared!.photo ?? shared!.topic));
    expect(await sharedWith(obi)).toEqual([true, true]);
    await setAudience(app, photo, 'me');
    expect([await sharedWith(ada), await sharedWith(obi)]).toEqual([
      [true, true],
      [false, true],
    ]);
    expect(answerOf(await sendTestMessage(app, obi, conversation, { photo_id: photo.id }))).toBe('404 photoNotFound');
    expect(answerOf(await sendTestMessage(app, obi, conversation, { topic_id: photo.id }))).toBe('404 topicNotFound');
  });

  test('pages lead from the first unread message to both ends, and changes are listed by version', async () => {
    const [writer, reader] = await addTestMembers(app, 'Ada', 'Obi');
    const long = await addTestConversation(app, writer, reader);
    for (let n = 2; n <= 30; n += 1) await sendTestMessage(app, writer, long, `${n}`);
    await app.call('PUT', `/conversations/${long.id}/read`, { token: reader.token, json: { number: 14 } });
    const numbers = async (query: string) => {
      const { data, meta } = await list(reader, long, `?per_page=6${query}`);
      return [data.map(({ number }) => number), meta.has_older, meta.has_newer];
    };
    expect(await numbers('')).toEqual([[12, 13, 14, 15, 16, 17], true, true]);
    expect((await list(reader, long)).meta).toMatchObject({ first_unread: 15, version: 30 });
    expect(await numbers('&before=4')).toEqual([[1, 2, 3], false, true]);
    expect(await numbers('&before=20')).toEqual([[14, 15, 16, 17, 18, 19], true, true]);
    expect(await numbers('&after=27')).toEqual([[28, 29, 30], true, false]);
    expect(await numbers('&around=29')).toEqual([[25, 26, 27, 28, 29, 30], true, false]);
    expect(await numbers('&around=1')).toEqual([[1, 2, 3, 4, 5, 6], false, true]);
    expect(await list(reader, long, '?per_page=6&since=20')).toMatchObject({ meta: { version: 26, has_newer: true } });
    expect(await list(reader, long, '?per_page=6&since=26')).toMatchObject({
      data: [{}, {}, {}, {}],
      meta: { version: 30, has_newer: false },
    });
  });

  test('a conversation does not exist for strangers and organisers, and not while one of the two blocks the other or is suspended', async () => {
    const [one, two] = await addTestMembers(app, 'Ada', 'Obi');
    const pair = await addTestConversation(app, one, two);
    const ask = (member: TestMember) =>
      Promise.all([
        app.call('GET', `/conversations/${pair.id}`, { token: member.token }),
        app.call('GET', `/conversations/${pair.id}/messages`, { token: member.token }),
        app.call('PUT', `/conversations/${pair.id}/read`, { token: member.token, json: { number: 1 } }),
        sendTestMessage(app, member, pair),
      ]);
    const missing = Array(4).fill('404 conversationNotFound');
    for (const stranger of [await addTestMember(app), await addTestMember(app, { role: 'admin' })])
      expect((await ask(stranger)).map(answerOf)).toEqual(missing);
    expect((await ask(two)).map(answerOf)).toEqual([200, 200, 200, 201]);
    await block(app, two, one);
    for (const member of [one, two]) expect((await ask(member)).map(answerOf)).toEqual(missing);
    expect(answerOf(await startTestConversation(app, one, two))).toBe('404 notFound');
    await app.db.run('delete from blocks');
    await setMember(app, two, { suspended_at: new Date() });
    expect((await ask(one)).map(answerOf)).toEqual(missing);
  });

  test('messages of a closed account stay without an author, and nobody can write to it', async () => {
    const [one, two] = await addTestMembers(app, 'Ada', 'Obi');
    const pair = await addTestConversation(app, one, two);
    await setMember(app, one, { closed_at: new Date() });
    const check = async () => {
      expect((await list(two, pair)).data).toMatchObject([{ author: null, body: 'Ndewo', viewer: { may_report: false } }]);
      const { members, viewer } = await read(two, pair);
      expect([members.length, members.filter(({ user }: { user: unknown }) => user === null).length, viewer.may_write]).toEqual([
        2,
        1,
        false,
      ]);
      expect(answerOf(await sendTestMessage(app, two, pair))).toBe('403 accountClosedHere');
    };
    await check();
    await app.db.run('update messages set author_id = null where author_id = $1', [one.id]);
    await app.db.run('delete from conversation_members where member_id = $1', [one.id]);
    await app.db.run('update conversations set first_id = nullif(first_id, $1), second_id = nullif(second_id, $1) where id = $2', [
      one.id,
      pair.id,
    ]);
    await check();
  });

  test('members of a group who block each other do not see each other’s messages, names and reactions', async () => {
    const [one, two, three] = await addTestMembers(app, 'Ada', 'Obi', 'Zuri');
    const group = await addTestConversation(app, one, [two, three]);
    await block(app, two, three);
    await sendTestMessage(app, three, group, 'Hidden');
    expect([await read(two, group), (await list(two, group)).data]).toMatchObject([
      { unread_count: 1, members: [{}, {}] },
      [{ number: 1 }],
    ]);
    expect((await app.call('GET', '/conversations/counts', { token: two.token })).json.data.unread).toBe(1);
    await app.call('PUT', `/conversations/${group.id}/read`, { token: two.token, json: { number: 1 } });
    await sendTestMessage(app, three, group, 'Hidden too');
    expect((await app.call('GET', '/conversations/counts', { token: two.token })).json.data.unread).toBe(0);
    expect((await list(one, group)).data).toHaveLength(3);
  });

  test('a silenced member cannot send', async () => {
    const silenced = await addTestMember(app, { silenced_at: new Date(), silence_reason: 'Rude' });
    expect(answerOf(await startTestConversation(app, silenced, obi))).toBe('403 silenced');
  });
});

describe('editing and deleting a message', () => {
  let app: TestApp;
  let ada: TestMember;
  let obi: TestMember;
  let conversation: { id: string };
  let message: { id: string };
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());
  beforeEach(async () => {
    [ada, obi] = await addTestMembers(app, 'Ada', 'Obi');
    conversation = await addTestConversation(app, ada, obi);
    message = (await sendTestMessage(app, ada, conversation, 'Whose hand was this?')).json.data;
  });

  type Change = (member: TestMember, id?: string) => Promise<TestAnswer>;
  const edit = (member: TestMember, body: unknown = 'Whose hands were these?', id = message.id) =>
    app.call('PATCH', `/messages/${id}`, { token: member.token, json: { body } });
  const takeBack: Change = (member, id = message.id) => app.call('DELETE', `/messages/${id}`, { token: member.token });
  const react = (member: TestMember, reaction: unknown = 'love', id = message.id) =>
    app.call('PUT', `/messages/${id}/reaction`, { token: member.token, json: { reaction } });
  const search = async (member: TestMember, query: string) =>
    (await app.call('GET', `/messages/search?${query}`, { token: member.token })).json;
  const foundBy = async (member: TestMember, q: string): Promise<string[]> =>
    (await search(member, `q=${encodeURIComponent(q)}`)).data.map(({ body }: { body: string }) => body);
  const changedFor = async (member: TestMember, since: number) =>
    (await app.call('GET', `/conversations/${conversation.id}/messages?since=${since}`, { token: member.token })).json.data;
  const answerOf = ({ status, json }: TestAnswer) => (status < 400 ? status : `${status} ${json.reason}`);

  test('an edited message is marked and reaches the other member with a new version', async () => {
    expect((await edit(ada)).json.data).toMatchObject({ body: 'Whose hands were these?', version: 3, edited_at: expect.any(String) });
    expect(await changedFor(obi, 2)).toMatchObject([{ id: message.id, number: 2, body: 'Whose hands were these?', version: 3 }]);
    expect((await edit(ada)).json.data).toMatchObject({ version: 3 });
  });

  test('only the author edits, within 15 minutes, and not without text', async () => {
    expect(answerOf(await edit(obi))).toBe('403 messageOfOther');
    expect((await edit(ada, ' ')).status).toBe(422);
    await app.db.run(`update messages set created_at = created_at - interval '15 minutes' where id = $1`, [message.id]);
    expect(answerOf(await edit(ada))).toBe('403 messageTooOld');
  });

  test('an edited message to a member who has not accepted may not contain refused words', async () => {
    await app.db.run(`update filters set version = version + 1, entries = '[{"text": "cheap watches", "action": "refuse"}]'`);
    forgetFilters(app.context.db);
    const asked = await startTestConversation(app, ada, await addTestMember(app));
    expect(answerOf(await edit(ada, 'Cheap watches', asked.json.sent.id))).toBe('422 wordNotTaken');
    expect(answerOf(await edit(ada, 'Cheap watches'))).toBe(200);
  });

  test('a message taken back is gone for all, with its images, reactions and the search', async () => {
    const image = await addTestMessageImage(app, ada);
    const { json } = await sendTestMessage(app, ada, conversation, { body: 'Indigo vat', image_ids: [image.id], warning: 'Blood' });
    const { id } = json.data;
    await react(obi, 'wow', id);
    expect(answerOf(await takeBack(obi, id))).toBe('403 messageOfOther');
    expect(answerOf(await takeBack(ada, id))).toBe(200);
    expect(await changedFor(obi, 4)).toMatchObject([
      { id, body: '', images: [], warning: null, reactions: [], is_taken_back: true, viewer: { may_report: false } },
    ]);
    expect(await listStoredImages(app, [image.id])).toEqual([]);
    expect(await foundBy(obi, 'indigo')).toEqual([]);
    expect([answerOf(await takeBack(ada, id)), (await changedFor(obi, 5)).length]).toEqual([200, 0]);
    for (const answer of [await edit(ada, 'Again', id), await react(obi, 'like', id)]) expect(answerOf(answer)).toBe('404 messageNotFound');
  });

  test('a member has one reaction to a message, and can change and remove it', async () => {
    expect((await react(obi)).json.data.reactions).toEqual([{ reaction: 'love', count: 1, is_own: true }]);
    await react(ada, 'love');
    expect((await react(obi, 'like')).json.data.reactions).toEqual([
      { reaction: 'like', count: 1, is_own: true },
      { reaction: 'love', count: 1, is_own: false },
    ]);
    const { version } = (await react(obi, 'like')).json.data;
    expect((await react(obi, null)).json.data).toMatchObject({ version: version + 1, reactions: [{ reaction: 'love' }] });
    expect((await react(obi, null)).json.data.version).toBe(version + 1);
    expect((await react(obi, 'hate')).json.error_reasons.reaction[0].reason).toBe('reactionUnknown');
  });

  test('a reaction at the moment of taking back leaves nothing behind', async () => {
    await Promise.all([takeBack(ada), ...Array.from({ length: 4 }, (_, n) => react(n % 2 ? ada : obi, 'wow'))]);
    expect(await app.db.rows('select from message_reactions where message_id = $1', [message.id])).toEqual([]);
  });

  test('a member who is asked cannot react before accepting', async () => {
    const asked = await addTestMember(app);
    const { json } = await startTestConversation(app, ada, asked);
    expect(answerOf(await react(asked, 'love', json.sent.id))).toBe('403 acceptFirst');
  });

  test('messages do not exist for strangers, organisers and members on either side of a block', async () => {
    const ask = async (member: TestMember) => (await Promise.all([edit(member), takeBack(member), react(member)])).map(answerOf);
    const missing = Array(3).fill('404 messageNotFound');
    for (const stranger of [await addTestMember(app), await addTestMember(app, { role: 'admin' })]) {
      expect(await ask(stranger)).toEqual(missing);
      expect(await foundBy(stranger, 'hand')).toEqual([]);
    }
    expect(
      (await Promise.all([edit(ada, 'x', 'nonsense'), takeBack(ada, ada.id), react(ada, 'love', '')])).map(({ status }) => status),
    ).toEqual([404, 404, 404]);
    await block(app, obi, ada);
    for (const member of [ada, obi]) {
      expect(await ask(member)).toEqual(missing);
      expect(await foundBy(member, 'hand')).toEqual([]);
    }
  });

  test('a silenced member can take back, but neither edit nor react', async () => {
    await setMember(app, ada, { silenced_at: new Date(), silence_reason: 'Rude' });
    expect([await edit(ada), await react(ada), await takeBack(ada)].map(({ status }) => status)).toEqual([403, 403, 200]);
  });

  test('a member finds their messages by words, newest first and page by page, from their first message on', async () => {
    for (let n = 1; n <= 23; n += 1) await sendTestMessage(app, ada, conversation, `Indigo ${n}`);
    const third = await addTestMember(app);
    const group = await addTestConversation(app, ada, [obi]);
    await sendTestMessage(app, obi, group, 'Indigo before');
    await app.db.run(`insert into conversation_members (conversation_id, member_id, state, first_number) values ($1, $2, 'active', 10)`, [
      group.id,
      third.id,
    ]);
    expect(await foundBy(third, 'indigo')).toEqual([]);
    const page = await search(obi, 'q=indig&per_page=20');
    expect(page.data.map(({ body }: { body: string }) => body).slice(0, 2)).toEqual(['Indigo before', 'Indigo 23']);
    const next = await search(obi, `q=indig&per_page=20&cursor=${page.meta.next_cursor}`);
    expect([next.data.length, next.meta.next_cursor]).toEqual([4, null]);
    expect((await search(obi, `q=indigo&conversation_id=${group.id}`)).data).toHaveLength(1);
    expect((await search(obi, 'q=indigo&conversation_id=nonsense')).data).toEqual([]);
    expect(await foundBy(obi, '"indigo 2"')).toEqual(['Indigo 2']);
    expect(await foundBy(obi, '-indigo hand')).toEqual(['Whose hand was this?']);
    expect(await foundBy(obi, '…')).toEqual([]);
    expect((await app.call('GET', '/messages/search?q=a&cursor=elsewhere', { token: obi.token })).status).toBe(422);
  });
});

describe('images of messages', () => {
  let app: TestApp;
  let ada: TestMember;
  let obi: TestMember;
  let conversation: { id: string };
  let file: Buffer;
  beforeAll(async () => {
    app = await startTestApp();
    file = await photoFile(700, 400);
    [ada, obi] = await addTestMembers(app, 'Ada', 'Obi');
    conversation = await addTestConversation(app, ada, obi);
  });
  afterAll(() => app.close());

  const upload = (member: TestMember, key?: string, fields: Record<string, string | Buffer> = { image: file, alt: 'A loom' }) =>
    app.call('POST', '/messages/images', {
      token: member.token,
      form: formOf(fields),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const fetched = async (address: string): Promise<number> => (await fetch(`${app.url}${address}`)).status;
  const send = (member: TestMember, ...ids: string[]) => sendTestMessage(app, member, conversation, { image_ids: ids });
  const imagesFor = async (member: TestMember) =>
    (await app.call('GET', `/conversations/${conversation.id}/messages`, { token: member.token })).json.data.at(-1).images;
  const sweep = async (): Promise<void> => {
    await addJob(app.db, 'sweep_message_images', null);
    await runJobs(app.context);
  };

  test('an uploaded image is shown to its owner, and once sent, to the other member, behind signed addresses', async () => {
    const { status, json } = await upload(ada);
    expect([status, json]).toMatchObject([201, { data: { alt: 'A loom', width: 700 }, receipt: { image_id: json.data.id } }]);
    expect(await fetched(json.data.image_path)).toBe(200);
    expect(await fetched(json.data.image_path.replace(/\?.*/, ''))).toBe(404);
    expect((await send(ada, json.data.id)).status).toBe(201);
    const [shown] = await imagesFor(obi);
    expect([shown.alt, await fetched(shown.image_path)]).toEqual(['A loom', 200]);
    expect(await listOrphanFiles(app)).toEqual([]);
  });

  test('uploading twice under one key, even concurrently, stores one image', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => upload(ada, 'one-image')));
    answers.push(await upload(ada, 'one-image'));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.data?.id}`)).size).toBe(1);
    expect((await upload(ada, 'one-image', { image: file, alt: 'Another' })).json.code).toBe('idempotency_key_reused');
    expect(await listOrphanFiles(app)).toEqual([]);
  });

  test('images of others, sent before or missing cannot be sent, and send nothing', async () => {
    const [own, sent, other] = [
      await addTestMessageImage(app, ada),
      await addTestMessageImage(app, ada),
      await addTestMessageImage(app, obi),
    ];
    await send(ada, sent.id);
    for (const ids of [[own.id, other.id], [sent.id], [own.id, own.id], ['019ab000-0000-7000-8000-000000000009'], ['nonsense']]) {
      const { status, json } = await send(ada, ...ids);
      expect([status, json.reason]).toEqual([409, 'messageImageGone']);
    }
    expect((await send(ada, own.id)).status).toBe(201);
  });

  test('a member without storage left cannot upload', async () => {
    const full = await addTestMember(app);
    await addTestMessageImage(app, full);
    await app.db.run('update images set bytes = $2 where member_id = $1', [full.id, 5 * 1024 ** 3]);
    expect((await upload(full)).json.code).toBe('quota_exceeded');
  });

  test('images that were not sent, or whose message is gone, are deleted after a day', async () => {
    const [unsent, sent, gone, fresh] = [
      await addTestMessageImage(app, ada),
      await addTestMessageImage(app, ada),
      await addTestMessageImage(app, ada),
      await addTestMessageImage(app, ada),
    ];
    await send(ada, sent.id);
    const { json } = await send(ada, gone.id);
    await app.db.run('delete from messages where id = $1', [json.data.id]);
    const old = [unsent.id, sent.id, gone.id];
    await app.db.run(`update message_images set created_at = now() - interval '25 hours' where image_id = any($1::uuid[])`, [old]);
    await sweep();
    expect((await listStoredImages(app, [...old, fresh.id])).toSorted()).toEqual([sent.id, fresh.id].toSorted());
  });
});
