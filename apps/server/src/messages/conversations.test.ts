import type { Conversation } from '@mbari/contract/messages/conversations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { type EventStream, readStream } from '../testing/event-stream.ts';
import { addTestConversation, follow, sendTestMessage, startTestConversation } from '../testing/messages.ts';
import { addTestPhoto, block, setMember } from '../testing/posts.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const get = async (member: TestMember, path: string) => (await app.call('GET', path, { token: member.token })).json;
const list = async (member: TestMember, name = 'inbox'): Promise<Conversation[]> =>
  (await app.call('GET', `/conversations?list=${name}`, { token: member.token })).json.data;
const read = (member: TestMember, { id }: { id: string }) => app.call('GET', `/conversations/${id}`, { token: member.token });
const answer = (member: TestMember, { id }: { id: string }, accept: boolean) =>
  app.call('POST', `/conversations/${id}/answer`, { token: member.token, json: { accept } });
const leave = (member: TestMember, { id }: { id: string }) => app.call('DELETE', `/conversations/${id}`, { token: member.token });
const update = (member: TestMember, { id }: { id: string }, json: object) =>
  app.call('PATCH', `/conversations/${id}`, { token: member.token, json });
const add = (member: TestMember, { id }: { id: string }, ...added: { id: string }[]) =>
  app.call('POST', `/conversations/${id}/members`, { token: member.token, json: { member_ids: added.map((one) => one.id) } });
const remove = (member: TestMember, { id }: { id: string }, removed: { id: string }) =>
  app.call('DELETE', `/conversations/${id}/members/${removed.id}`, { token: member.token });
const numbersOf = async (member: TestMember, { id }: { id: string }) =>
  (await get(member, `/conversations/${id}/messages`)).data?.map(({ number }: { number: number }) => number);
const noticesOf = async (member: TestMember, { id }: { id: string }) =>
  (await get(member, `/conversations/${id}/messages`)).data.flatMap(({ notice, author }: any) =>
    notice ? [`${author.name} ${notice.kind} ${notice.member?.name ?? notice.title ?? notice.days ?? ''}`.trim()] : [],
  );
const reasonOf = ({ status, json }: { status: number; json: any }): string => (status < 400 ? `${status}` : `${status} ${json.reason}`);
const setFilters = async (filters: object): Promise<void> => {
  const { token } = await addTestMember(app, { role: 'admin' });
  const { version } = (await app.call('GET', '/admin/filters', { token })).json.data;
  const json = { version, entries: [], new_account_days: 0, review_first: 0, same_link_accounts: 0, ...filters };
  expect((await app.call('PUT', '/admin/filters', { token, json })).status).toBe(200);
};
const ada = () => addTestMember(app, { name: 'Ada' });
const obi = (columns: object = {}) => addTestMember(app, { name: 'Obi', ...columns });

test('a member who follows the sender gets the conversation at once, others a request', async () => {
  const [sender, follower, stranger] = [await ada(), await obi(), await obi()];
  await follow(app, follower, sender);
  expect((await startTestConversation(app, sender, follower)).json.data).toMatchObject({
    ...{ is_group: false, is_request: false, unread_count: 0, last_message: { body: 'Ndewo' } },
    members: [
      { is_viewer: true, is_asked: false },
      { is_asked: false, user: { name: 'Obi' } },
    ],
  });
  expect(await list(follower)).toMatchObject([{ unread_count: 1, viewer: { may_write: true, may_add: false } }]);
  await startTestConversation(app, sender, stranger);
  expect([await list(stranger), await list(stranger, 'requests')]).toMatchObject([
    [],
    [{ is_request: true, viewer: { may_write: false } }],
  ]);
  expect((await list(sender))[0]).toMatchObject({ members: [{ is_viewer: true }, { is_asked: true, read_number: null }] });
  expect((await get(stranger, '/conversations/counts')).data).toEqual({ unread: 0, requests: 1 });
  expect((await get(follower, '/conversations/counts')).data).toEqual({ unread: 1, requests: 0 });
});

test.each<[string, object, string]>([
  ['takes no messages', { allow_direct_messages: false }, '403 messagesClosed'],
  ['takes messages from followed members only', { direct_messages_from: 'following' }, '403 messagesClosed'],
  ['is suspended', { suspended_at: new Date() }, '404 notFound'],
  ['closed the account', { closed_at: new Date() }, '404 notFound'],
  ['has not verified the address', { email_verified_at: null }, '404 notFound'],
])('nobody begins a conversation with a member who %s', async (_name, columns, reason) => {
  const [sender, receiver] = [await ada(), await obi(columns)];
  expect(reasonOf(await startTestConversation(app, sender, receiver))).toBe(reason);
  expect(reasonOf(await startTestConversation(app, sender, [receiver, await obi()]))).toBe(reason);
  const found = await app.call('GET', `/users/${receiver.id}/conversation`, { token: sender.token });
  expect([found.status, found.json.data?.may_write]).toEqual(reason.startsWith('404') ? [404, undefined] : [200, 'no']);
  expect(await list(sender)).toEqual([]);
});

test('a member who takes messages from followed members gets theirs, and an accepted conversation goes on', async () => {
  const [sender, receiver] = [await ada(), await obi({ direct_messages_from: 'following' })];
  await follow(app, receiver, sender);
  expect((await startTestConversation(app, sender, receiver)).status).toBe(201);
  await setMember(app, receiver, { allow_direct_messages: false });
  expect((await startTestConversation(app, sender, receiver)).status).toBe(201);
  expect((await list(sender))[0]!.last_number).toBe(2);
});

test('nobody writes to themselves', async () => {
  const sender = await ada();
  const json = { member_ids: [sender.id], message: { body: 'Ndewo' } };
  expect((await app.call('POST', '/conversations', { token: sender.token, json })).json.code).toBe('own_content');
});

test('two members have one conversation, also if both begin at the same moment', async () => {
  const [one, two] = [await ada(), await obi()];
  await follow(app, one, two);
  await follow(app, two, one);
  const answers = await Promise.all(
    [...Array(6)].map((_, n) => (n % 2 ? startTestConversation(app, one, two) : startTestConversation(app, two, one))),
  );
  expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
  expect(await numbersOf(one, answers[0]!.json.data)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a key begins a group once, also at the same moment', async () => {
  const [one, two] = [await ada(), await obi()];
  const begin = () => startTestConversation(app, one, two, { is_group: true, title: 'Looms' }, { 'idempotency-key': 'group' });
  const answers = await Promise.all([begin(), begin(), begin()]);
  expect(new Set(answers.map(({ json }) => json.data?.id)).size).toBe(1);
  expect(await list(one)).toHaveLength(1);
});

test('a request takes five texts, and nothing else', async () => {
  const [sender, receiver, photo] = [await ada(), await obi(), await addTestPhoto(app, await ada())];
  const conversation = (await startTestConversation(app, sender, receiver)).json.data;
  expect(reasonOf(await sendTestMessage(app, sender, conversation, { body: 'See', photo_id: photo.id }))).toBe('422 requestIsText');
  for (let n = 2; n <= 5; n += 1) expect((await sendTestMessage(app, sender, conversation, `${n}`)).status).toBe(201);
  expect(reasonOf(await sendTestMessage(app, sender, conversation))).toBe('403 requestWaits');
  expect(reasonOf(await sendTestMessage(app, receiver, conversation))).toBe('403 acceptFirst');
  await app.call('PUT', `/conversations/${conversation.id}/read`, { token: receiver.token, json: { number: 5 } });
  expect((await read(receiver, conversation)).json.data).toMatchObject({ unread_count: 5, members: [{ read_number: null }, {}] });
  expect((await read(sender, conversation)).json.data.members[1].read_number).toBeNull();
  expect((await answer(receiver, conversation, true)).status).toBe(200);
  expect((await answer(receiver, conversation, true)).status).toBe(200);
  expect((await sendTestMessage(app, sender, conversation, { body: 'See', photo_id: photo.id })).status).toBe(201);
  expect((await sendTestMessage(app, receiver, conversation)).status).toBe(201);
});

test('a declined request is gone for the receiver, and the sender sees no difference', async () => {
  const [sender, receiver, waiting] = [await ada(), await obi(), await obi()];
  const declined = (await startTestConversation(app, sender, receiver)).json.data;
  const waits = (await startTestConversation(app, sender, waiting)).json.data;
  await answer(receiver, declined, false);
  const seen = async ({ id }: { id: string }) => {
    await sendTestMessage(app, sender, { id });
    const { members, id: _id, last_at: _at, last_message, ...rest } = (await read(sender, { id })).json.data;
    return [members.map(({ user: _user, ...member }: any) => member), last_message.body, rest];
  };
  expect(await seen(declined)).toEqual(await seen(waits));
  for (const one of [declined, waits]) for (let n = 3; n <= 5; n += 1) await sendTestMessage(app, sender, one);
  expect(reasonOf(await sendTestMessage(app, sender, declined))).toBe('403 requestWaits');
  expect([await list(receiver), await list(receiver, 'requests'), (await read(receiver, declined)).status]).toEqual([[], [], 404]);
  expect((await answer(receiver, declined, true)).status).toBe(404);

  const back = (await startTestConversation(app, receiver, sender, { message: { body: 'After all' } })).json.data;
  expect([back.id, await numbersOf(receiver, back)]).toEqual([declined.id, [6]]);
  expect((await sendTestMessage(app, sender, declined)).status).toBe(201);
});

test('a member who leaves a conversation loses its history, and a new message brings it back', async () => {
  const [one, two] = [await ada(), await obi()];
  const pair = await addTestConversation(app, one, two);
  expect((await leave(two, pair)).status).toBe(200);
  expect([await list(two), (await leave(two, pair)).status]).toEqual([[], 404]);
  expect((await read(one, pair)).json.data.members).toHaveLength(2);
  await sendTestMessage(app, one, pair, 'Back');
  expect([await list(two), await numbersOf(two, pair), await numbersOf(one, pair)]).toMatchObject([[{ unread_count: 1 }], [2], [1, 2]]);
  await leave(two, pair);
  await leave(one, pair);
  await startTestConversation(app, two, one);
  expect([await numbersOf(one, pair), await numbersOf(two, pair)]).toEqual([[3], [3]]);
});

test('members of a group add others, who read from then on, and leave it, with notices', async () => {
  const [one, two, three, four] = await addTestMembers(app, 'Ada', 'Obi', 'Zuri', 'Musa');
  const group = await addTestConversation(app, one, [two]);
  await follow(app, three, two);
  expect((await add(two, group, three, four, one, two)).json.data.members.map(({ is_asked }: any) => is_asked)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  await sendTestMessage(app, one, group, 'Welcome');
  expect([await numbersOf(three, group), await noticesOf(one, group)]).toEqual([[2, 3], ['Obi joined Zuri']]);
  expect(await list(four, 'requests')).toMatchObject([{ title: 'Weavers', last_message: { body: 'Welcome' } }]);
  await answer(four, group, true);
  await leave(two, group);
  expect(await noticesOf(one, group)).toEqual(['Obi joined Zuri', 'Musa joined Musa', 'Obi left']);
  expect((await read(one, group)).json.data.members.map(({ user }: any) => user.name)).toEqual(['Ada', 'Zuri', 'Musa']);
  expect((await read(two, group)).status).toBe(404);
  expect((await read(one, group)).json.data.unread_count).toBe(0);
});

test('a refused invitation to a group looks like a waiting one, and is not repeated', async () => {
  const [one, two, three] = await addTestMembers(app, 'Ada', 'Obi', 'Zuri');
  const group = await addTestConversation(app, one, [two]);
  await add(one, group, three);
  await answer(three, group, false);
  expect((await add(one, group, three)).status).toBe(200);
  expect((await read(one, group)).json.data.members[2]).toMatchObject({ is_asked: true, user: { name: 'Zuri' } });
  expect(await list(three, 'requests')).toEqual([]);
});

test('a group has at most eight members, the asked ones included', async () => {
  const one = await ada();
  const others = await Promise.all(Array.from({ length: 7 }, () => obi()));
  const group = (await startTestConversation(app, one, others.slice(0, 6))).json.data;
  expect(reasonOf(await add(one, group, others[6]!, await obi()))).toBe('409 conversationFull');
  expect((await add(one, group, others[6]!)).json.data.members).toHaveLength(8);
  expect((await startTestConversation(app, one, [...others, await obi()])).status).toBe(422);
});

test('the creator of a group removes members', async () => {
  const [one, two, three] = await addTestMembers(app, 'Ada', 'Obi', 'Zuri');
  const group = await addTestConversation(app, one, [two, three]);
  expect(reasonOf(await remove(two, group, three))).toBe('403 groupOfOther');
  expect(reasonOf(await remove(one, group, await obi()))).toBe('404 notFound');
  expect((await remove(one, group, three)).status).toBe(200);
  expect([(await read(three, group)).status, reasonOf(await remove(one, group, three))]).toEqual([404, '404 notFound']);
  expect(await noticesOf(two, group)).toEqual(['Ada removed Zuri']);
});

test('any member retitles a group and shortens the retention, with notices', async () => {
  const [one, two] = await addTestMembers(app, 'Ada', 'Obi');
  const group = await addTestConversation(app, one, [two]);
  expect((await update(two, group, { title: 'Dyers', retention_days: 365 })).json.data).toMatchObject({
    title: 'Dyers',
    retention_days: 365,
  });
  expect((await update(two, group, { title: 'Dyers', retention_days: 365 })).status).toBe(200);
  expect((await update(one, group, { title: null, retention_days: 30 })).json.data).toMatchObject({ title: null, retention_days: 30 });
  expect(reasonOf(await update(two, group, { retention_days: 365 }))).toBe('409 retentionOnlyShorter');
  expect(await noticesOf(one, group)).toEqual(['Obi retitled Dyers', 'Obi retention 365', 'Ada retitled', 'Ada retention 30']);
  const pair = await addTestConversation(app, one, two);
  expect(reasonOf(await update(one, pair, { title: 'Us' }))).toBe('409 conversationNotGroup');
  expect(reasonOf(await add(one, pair, await obi()))).toBe('409 conversationNotGroup');
});

test('a muted conversation is not counted, and pinned ones come first on every page', async () => {
  const one = await ada();
  const others = await addTestMembers(app, 'Obi', 'Zuri', 'Musa', 'Neema');
  const all: { id: string }[] = [];
  for (const other of others) all.push(await addTestConversation(app, other, one));
  expect((await get(one, '/conversations/counts')).data.unread).toBe(4);
  await update(one, all[0]!, { is_muted: true });
  expect((await get(one, '/conversations/counts')).data.unread).toBe(3);
  await update(one, all[0]!, { is_pinned: true });
  await update(one, all[1]!, { is_pinned: true });
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta } = await get(one, `/conversations?per_page=1${cursor && `&cursor=${cursor}`}`);
    pages.push(...data.map(({ id }: { id: string }) => id));
    cursor = meta.next_cursor;
  }
  expect(pages).toEqual([1, 0, 3, 2].map((index) => all[index]!.id));
  expect((await list(one, 'unread')).map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse());
  expect((await update(one, all[1]!, { is_pinned: false })).json.data).toMatchObject({ is_pinned: false, is_muted: false });
});

test('ten conversations can be pinned', async () => {
  const one = await ada();
  const all = await Promise.all(Array.from({ length: 11 }, async () => addTestConversation(app, one, await obi())));
  const answers = await Promise.all(all.map((conversation) => update(one, conversation, { is_pinned: true })));
  expect(answers.map(reasonOf).toSorted()).toEqual([...Array<string>(10).fill('200'), '409 tooManyPinned']);
});

test('read receipts show only if both members show theirs', async () => {
  const [one, two] = [await ada(), await obi()];
  const pair = await addTestConversation(app, one, two);
  await app.call('PUT', `/conversations/${pair.id}/read`, { token: two.token, json: { number: 99 } });
  const receipt = async (member: TestMember) =>
    (await read(member, pair)).json.data.members.find(({ is_viewer }: { is_viewer: boolean }) => !is_viewer).read_number;
  expect([await receipt(one), await receipt(two), await list(two, 'unread')]).toEqual([1, 1, []]);
  for (const member of [one, two]) {
    await setMember(app, member, { show_read_receipts: false });
    expect([await receipt(one), await receipt(two)]).toEqual([null, null]);
    await setMember(app, member, { show_read_receipts: true });
  }
  await app.call('PUT', `/conversations/${pair.id}/read`, { token: two.token, json: { number: 0 } });
  expect(await receipt(one)).toBe(1);
});

test('a member finds their conversation with another, and how to begin one', async () => {
  const [one, two, stranger] = [await ada(), await obi(), await obi()];
  const find = async (member: TestMember, other: TestMember) => (await get(member, `/users/${other.id}/conversation`)).data;
  expect(await find(one, two)).toMatchObject({ user: { id: two.id }, conversation_id: null, may_write: 'request' });
  const pair = await addTestConversation(app, one, two);
  expect(await find(two, one)).toMatchObject({ conversation_id: pair.id, may_write: 'yes' });
  const request = (await startTestConversation(app, one, stranger)).json.data;
  expect(await find(one, stranger)).toMatchObject({ conversation_id: request.id, may_write: 'request' });
  await answer(stranger, request, false);
  expect(await find(one, stranger)).toMatchObject({ conversation_id: request.id, may_write: 'request' });
  expect(await find(stranger, one)).toMatchObject({ conversation_id: null, may_write: 'yes' });
});

test('words that are refused or need approval are refused while somebody is asked, also in the title of a group', async () => {
  const [sender, stranger, follower] = [await ada(), await obi(), await obi()];
  const pair = await addTestConversation(app, sender, follower);
  const group = await addTestConversation(app, sender, [follower]);
  await setFilters({
    entries: [
      { text: 'casino', action: 'refuse' },
      { text: 'lottery', action: 'review' },
      { text: 'bank', action: 'report' },
    ],
  });
  const begin = (body: string, more = {}) => startTestConversation(app, sender, stranger, { message: { body }, ...more });
  for (const word of ['casino', 'lottery']) {
    expect(reasonOf(await begin(`A ${word}`))).toBe('422 wordNotTaken');
    expect(reasonOf(await begin('Ndewo', { is_group: true, title: word }))).toBe('422 wordNotTaken');
    expect((await sendTestMessage(app, sender, pair, word)).status).toBe(201);
    expect((await update(sender, group, { title: word })).status).toBe(200);
  }
  expect((await begin('A bank')).status).toBe(201);
  await add(sender, group, stranger);
  expect(reasonOf(await update(sender, group, { title: 'casino' }))).toBe('422 wordNotTaken');
  expect(reasonOf(await sendTestMessage(app, sender, group, 'casino'))).toBe('422 wordNotTaken');
  await setFilters({});
});

test('a change, a read receipt and typing reach the members whom they concern', async () => {
  const [one, two, three, stranger] = await addTestMembers(app, 'Ada', 'Obi', 'Zuri', 'Musa');
  const streams = await Promise.all([one, two, three, stranger].map(({ token }) => readStream(app, token)));
  const [first, second, third, fourth] = streams as [EventStream, EventStream, EventStream, EventStream];
  try {
    const group = await addTestConversation(app, one, [two, three]);
    await block(app, two, three);
    for (const stream of [first, second, third]) await stream.next('messages', group.id);
    await sendTestMessage(app, one, group);
    for (const stream of [first, second, third]) await stream.next('messages', group.id);
    await app.call('PUT', `/conversations/${group.id}/read`, { token: two.token, json: { number: 2 } });
    await first.next('messages', group.id);
    await app.call('POST', `/conversations/${group.id}/typing`, { token: two.token });
    await first.next('typing', group.id);
    expect(first.data.at(-1)).toMatchObject({ id: group.id, member_id: two.id });
    await setMember(app, two, { show_typing: false });
    await app.call('POST', `/conversations/${group.id}/typing`, { token: two.token });
    await app.call('POST', `/conversations/${group.id}/typing`, { token: three.token });
    await first.next('typing', group.id);
    expect(first.data.at(-1)).toMatchObject({ member_id: three.id });
    const countOf = ({ received }: EventStream, name: string): number => received.filter(({ event }) => event === name).length;
    expect([first, second, third].map((stream) => countOf(stream, 'typing'))).toEqual([2, 0, 0]);
    expect([countOf(third, 'messages'), countOf(fourth, 'messages')]).toEqual([2, 0]);
    expect(reasonOf(await app.call('POST', `/conversations/${group.id}/typing`, { token: stranger.token }))).toBe(
      '404 conversationNotFound',
    );
  } finally {
    for (const stream of streams) stream.close();
  }
});

test('a new account begins five conversations a day and goes on writing in them', async () => {
  const limited = await startTestApp({ RATE_LIMIT_SCALE: '1' }, {}, { beside: app });
  try {
    const newcomer = await ada();
    const old = await addTestMember(app, { created_at: new Date(Date.now() - 8 * 24 * 3_600_000) });
    const begin = async (member: TestMember, to: TestMember) => (await startTestConversation(limited, member, to)).status;
    const others = await Promise.all(Array.from({ length: 6 }, () => obi()));
    for (const other of others.slice(0, 5)) expect(await begin(newcomer, other)).toBe(201);
    expect([await begin(newcomer, others[5]!), await begin(newcomer, others[0]!)]).toEqual([429, 201]);
    for (const other of others) expect(await begin(old, other)).toBe(201);
  } finally {
    await limited.close();
  }
});
