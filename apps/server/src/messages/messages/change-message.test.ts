import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetFilters } from '../../platform/screening/cached-filters.ts';
import { addTestMember, addTestMembers, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestConversation, addTestMessageImage, sendTestMessage, startTestConversation } from '../../testing/messages.ts';
import { block, setMember } from '../../testing/posts.ts';
import { listStoredImages } from '../../testing/stored-images.ts';

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
