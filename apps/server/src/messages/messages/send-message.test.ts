import type { Message } from '@mbari/contract/messages/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { addTestConversation, sendTestMessage, startTestConversation } from '../../testing/messages.ts';
import { addTestPhoto, block, setAudience, setMember } from '../../testing/posts.ts';

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
  expect(await read(obi)).toMatchObject({ last_number: 2, unread_count: 2, last_message: { body: 'Whose hand was this?', is_own: false } });
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
  expect([await read(two, group), (await list(two, group)).data]).toMatchObject([{ unread_count: 1, members: [{}, {}] }, [{ number: 1 }]]);
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
