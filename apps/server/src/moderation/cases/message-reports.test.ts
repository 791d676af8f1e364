import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepImages } from '../../platform/images/sweep-images.ts';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestConversation, sendTestMessage } from '../../testing/messages.ts';
import { createModerationHelpers } from '../../testing/moderation.ts';
import { block, setMember } from '../../testing/posts.ts';

let app: TestApp;
let use: ReturnType<typeof createModerationHelpers>;
let moderator: TestMember;
let ada: TestMember;
let obi: TestMember;
let conversation: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  use = createModerationHelpers(app);
  moderator = await addTestMember(app, { role: 'moderator' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.run('update reports set resolved_at = now() where resolved_at is null');
  [ada, obi] = await addTestMembers(app, 'Ada', 'Obi');
  conversation = await addTestConversation(app, ada, obi);
});

const send = async (member: TestMember, message: string | Record<string, unknown>): Promise<string> =>
  (await sendTestMessage(app, member, conversation, message)).json.data.id;
const takeBack = (member: TestMember, id: string) => app.call('DELETE', `/messages/${id}`, { token: member.token });
const report = (member: TestMember, id: string, more: object = {}) =>
  use.post(member, '/reports', { subject_type: 'message', subject_id: id, reason: 'harassment', ...more });
const openCase = async (organiser = moderator) => (await use.queue(organiser)).data[0];
const readCase = async (id: string, organiser = moderator) => app.call('GET', `/moderation/reports/${id}`, { token: organiser.token });
const evidenceOf = async () => (await readCase((await openCase()).id)).json.data.evidence;
const fetched = async (address: string): Promise<number> => (await fetch(`${app.url}${address}`)).status;

test('a report freezes the message and those that the reporter chose, and organisers read nothing else', async () => {
  const file = formOf({ image: await photoFile(700, 400), alt: 'A threat' });
  const image = (await app.call('POST', '/messages/images', { token: ada.token, form: file })).json.data;
  await send(ada, 'UNCHOSEN before');
  const own = await send(obi, 'Please stop');
  const rude = await send(ada, { body: 'RUDE words', image_ids: [image.id], warning: 'Violence' });
  await send(ada, 'UNCHOSEN after');
  const other = await addTestConversation(app, ada, await addTestMember(app));
  const elsewhere = (await sendTestMessage(app, ada, other, 'UNCHOSEN elsewhere')).json.data.id;
  expect((await report(obi, rude, { message_ids: [own, elsewhere, 'nonsense'], note: 'See this' })).status).toBe(201);
  await takeBack(ada, rude);
  await setMember(app, ada, { name: 'Renamed' });
  await app.db.run(`update images set deleted_at = now() - interval '2 hours' where id = $1`, [image.id]);
  await sweepImages(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });

  const listed = await openCase();
  expect(listed).toMatchObject({
    subject: {
      type: 'message',
      id: rude,
      state: 'deleted',
      address: null,
      title: null,
      excerpt: null,
      image: null,
      author: { id: ada.id },
    },
    viewer: { may_remove: false, may_sanction: true },
  });
  const { json, text } = await readCase(listed.id);
  expect(json.data.now).toBeNull();
  expect(json.data.evidence).toMatchObject([
    {
      body: null,
      images: [],
      messages: [
        { id: own, is_reported: false, author: { name: 'Obi', username: obi.username }, body: 'Please stop', images: [] },
        { id: rude, is_reported: true, author: { name: 'Ada' }, body: 'RUDE words', warning: 'Violence', images: [{ alt: 'A threat' }] },
      ],
    },
  ]);
  expect(text).not.toContain('UNCHOSEN');
  expect(await fetched(json.data.evidence[0].messages[1].images[0].url)).toBe(200);
  expect(await fetched(image.image_path)).toBe(404);
});

test('every reading of reported messages is in the log, and the list of cases shows no text', async () => {
  const admin = await addTestMember(app, { role: 'admin' });
  await report(obi, await send(ada, 'RUDE words'));
  const listed = await app.call('GET', '/moderation/reports', { token: moderator.token });
  expect(listed.text).not.toContain('RUDE');
  const readings = async () => (await use.log(admin, '?action=read_messages')).data;
  const before = (await readings()).length;
  const { id } = await openCase();
  for (const organiser of [moderator, admin]) expect((await readCase(id, organiser)).text).toContain('RUDE');
  const entries = (await readings()).slice(0, (await readings()).length - before);
  expect(entries).toMatchObject([
    { actor: { id: admin.id }, member: { id: ada.id }, address: null, note: null },
    { actor: { id: moderator.id } },
  ]);
  await use.resolve(moderator, id, { outcome: 'dismissed' });
  const resolved = (await use.queue(moderator, '?state=resolved')).data[0];
  expect((await readCase(resolved.id)).text).toContain('RUDE');
  expect((await readings()).length).toBe(before + 3);
});

test('an organiser neither sees reports of their own messages nor that they were read', async () => {
  const organiser = await addTestMember(app, { role: 'moderator' });
  conversation = await addTestConversation(app, organiser, obi);
  await report(obi, await send(organiser, 'RUDE words'));
  const { id } = await openCase();
  await readCase(id);
  expect((await use.queue(organiser)).data).toEqual([]);
  expect((await readCase(id, organiser)).status).toBe(404);
  const log = await app.call('GET', '/moderation/log', { token: organiser.token });
  expect(log.json.data.filter(({ member }: { member: { id: string } | null }) => member?.id === organiser.id)).toEqual([]);
});

test('an organiser removes the reported message for good, and its author is told and can appeal', async () => {
  const rude = await send(ada, 'RUDE words');
  await report(obi, rude);
  const { id, viewer } = await openCase();
  expect(viewer).toMatchObject({ may_remove: true, may_restore: false });
  expect((await use.resolve(moderator, id, { outcome: 'removed', note: 'Not here' })).status).toBe(200);
  const { json } = await app.call('GET', `/conversations/${conversation.id}/messages`, { token: obi.token });
  expect(json.data.at(-1)).toMatchObject({ id: rude, body: '', is_taken_back: true });
  expect(await use.messages(ada)).toEqual(['The organisers removed a message of yours: Not here']);
  const entry = (await use.log(moderator)).data[0];
  expect(entry).toMatchObject({ action: 'remove_message', member: { id: ada.id }, reports_count: 1, address: null });
  expect((await app.call('GET', `/decisions/${entry.id}`, { token: ada.token })).json.data).toMatchObject({
    action: 'remove_message',
    excerpt: null,
    viewer: { may_appeal: true },
  });
  const appeal = await app.call('POST', `/decisions/${entry.id}/appeal`, { token: ada.token, json: { body: 'It was a joke' } });
  expect(appeal.status).toBe(201);
  const admin = await addTestMember(app, { role: 'admin' });
  expect((await use.post(admin, `/moderation/appeals/${entry.id}/resolve`, { outcome: 'granted' })).status).toBe(200);
});

test('acts on the author of a reported message are those on the author of anything else', async () => {
  await report(obi, await send(ada, 'RUDE words'));
  expect((await use.resolve(moderator, (await openCase()).id, { outcome: 'silenced', note: 'Stop' })).status).toBe(200);
  expect((await sendTestMessage(app, ada, conversation, 'Hello')).json.reason).toBe('silenced');
});

test('a moderator cannot remove a message of an admin', async () => {
  const admin = await addTestMember(app, { role: 'admin' });
  conversation = await addTestConversation(app, admin, obi);
  const rude = await send(admin, 'RUDE words');
  await report(obi, rude);
  expect((await use.resolve(moderator, (await openCase()).id, { outcome: 'removed', note: 'No' })).status).toBe(403);
  expect((await app.db.row<{ body: string }>('select body from messages where id = $1', [rude]))!.body).toBe('RUDE words');
});

test('own, missing, taken back and unreceived messages cannot be reported', async () => {
  const rude = await send(ada, 'RUDE words');
  const gone = await send(ada, 'Gone');
  await takeBack(ada, gone);
  expect((await report(ada, rude)).json.code).toBe('own_content');
  const missing = async (member: TestMember, id: string) => {
    const { status, json } = await report(member, id);
    return `${status} ${json.reason}`;
  };
  const answers = [missing(obi, gone), missing(await addTestMember(app), rude), missing(moderator, rude), missing(obi, 'nonsense')];
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['404 notFound']));
  const third = await addTestMember(app);
  conversation = await addTestConversation(app, ada, [obi, third]);
  await block(app, obi, ada);
  expect(await missing(obi, await send(ada, 'Unseen'))).toBe('404 notFound');
});

test('a member can report a message by somebody who blocked them afterwards, and one that they declined', async () => {
  const rude = await send(ada, 'RUDE words');
  await app.db.run(`update conversation_members set state = 'declined' where member_id = $1`, [obi.id]);
  await block(app, ada, obi);
  expect((await report(obi, rude)).status).toBe(201);
  expect((await evidenceOf())[0].messages).toMatchObject([{ id: rude }]);
});

test.each([
  ['message_ids', 'messagesNotList', { message_ids: 'all' }],
  ['message_ids', 'tooManyReportedMessages', { message_ids: Array.from({ length: 11 }, () => 'a') }],
])('%s is refused: %s', async (field, reason, more) => {
  const { status, json } = await report(obi, await send(ada, 'RUDE words'), more);
  expect([status, json.error_reasons[field][0].reason]).toEqual([422, reason]);
});
