import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { welcome } from '../../testing/forum.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, setMember } from '../../testing/posts.ts';
import { openRateLimits } from '../http/rate-limits.ts';

let app: TestApp;
let otherNode: TestApp;
let admin: TestMember;
let member: TestMember;
let owner: TestMember;
let photo: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  otherNode = await startTestApp({}, {}, { beside: app });
  [admin, member, owner] = await Promise.all([addTestMember(app, { role: 'admin' }), addTestMember(app), addTestMember(app)]);
  photo = await addTestPhoto(app, owner);
  await change([
    { text: 'Kpokiri', action: 'refuse' },
    { text: 'bad.example', action: 'refuse' },
    { text: 'free money', action: 'report' },
  ]);
});
afterAll(async () => {
  await otherNode.close();
  await app.close();
});

const read = async () => (await app.call('GET', '/admin/filters', { token: admin.token })).json.data;
async function change(entries: object[], more: object = {}, editor = admin) {
  const { version } = await read();
  return app.call('PUT', '/admin/filters', {
    token: editor.token,
    json: { version, entries, new_account_days: 3, review_first: 0, same_link_accounts: 0, ...more },
  });
}
const comment = (content: string, author = member, node = app) =>
  node.call('POST', `/photos/${photo.id}/comments`, { token: author.token, json: { content } });
const topic = (title: string, body: string, author = member) =>
  app.call('POST', '/forum/topics', { token: author.token, json: { category_id: welcome, title, body } });
const reply = (id: string, body: string, author = member) =>
  app.call('POST', `/forum/topics/${id}/posts`, { token: author.token, json: { body } });
const queue = async (): Promise<any[]> => (await app.call('GET', '/moderation/reports', { token: admin.token })).json.data;
const reportsAbout = async (id: string) => (await queue()).find(({ subject }) => subject?.id === id);

const reasonOf = ({ status, json }: { status: number; json: any }) =>
  `${status} ${Object.entries(json.error_reasons ?? {})
    .map(([field, [first]]: any) => `${field} ${first.reason} ${first.params?.word}`)
    .join()}`;

test('a refused word is named with its field, and nothing is posted', async () => {
  const before = (await app.db.row<{ n: number }>('select count(*)::int as n from comments'))!.n;
  const response = await comment('What a KPÒKÍRI!');
  expect(reasonOf(response)).toBe('422 content wordNotTaken Kpokiri');
  expect(response.json.message).toContain('Kpokiri');
  expect(reasonOf(await comment('Look at https://shop.Bad.example/now'))).toBe('422 content wordNotTaken bad.example');
  expect((await app.db.row<{ n: number }>('select count(*)::int as n from comments'))!.n).toBe(before);
  expect((await comment('Kpokiris are something else')).status).toBe(201);
});

test('new and edited titles, texts and replies are screened', async () => {
  const post = async (fields: Record<string, string>) =>
    app.call('POST', '/photos', { token: member.token, form: formOf({ 'title': 'Uli', ...fields, 'images[0]': await photoFile(40, 40) }) });
  expect(reasonOf(await post({ title: 'Kpokiri' }))).toBe('422 title wordNotTaken Kpokiri');
  expect(reasonOf(await post({ description: 'By a kpokiri' }))).toBe('422 description wordNotTaken Kpokiri');
  const ownPhoto = await addTestPhoto(app, member);
  const edit = await app.call('POST', `/photos/${ownPhoto.id}/update`, { token: member.token, form: formOf({ title: 'Kpokiri' }) });
  expect(reasonOf(edit)).toBe('422 title wordNotTaken Kpokiri');
  expect(reasonOf(await topic('A kpokiri here', 'Hello'))).toBe('422 title wordNotTaken Kpokiri');
  expect(reasonOf(await topic('Hello there', 'A k**poki**ri'))).toBe('422 body wordNotTaken Kpokiri');
  const { json } = await topic('Hello there', 'Good people');
  expect(reasonOf(await reply(json.data.id, '[here](http://bad&#46;example/x)'))).toBe('422 body wordNotTaken bad.example');
  const replyResponse = await reply(json.data.id, 'Well');
  const path = `/forum/topics/${json.data.id}/posts/${replyResponse.json.data.id}`;
  expect(reasonOf(await app.call('PUT', path, { token: member.token, json: { body: 'Kpokiri' } }))).toBe('422 body wordNotTaken Kpokiri');
  expect(reasonOf(await app.call('PUT', `/forum/topics/${json.data.id}`, { token: member.token, json: { title: 'Kpokiri!' } }))).toBe(
    '422 title wordNotTaken Kpokiri',
  );
});

test('a text with a word to report is posted and gets one automatic report', async () => {
  const { json } = await comment('Free  money for all');
  expect(await reportsAbout(json.data.id)).toMatchObject({
    reports_count: 1,
    reports: [{ reporter: null, is_automatic: true, note: 'free money' }],
  });
  const opened = await topic('Free money', 'For all');
  const replyResponse = await reply(opened.json.data.id, 'free MONEY');
  const about = (await queue()).filter(({ reports }) => reports[0].is_automatic).map(({ subject }) => subject.type);
  expect(about.toSorted()).toEqual(['comment', 'forum_post', 'topic']);
  const path = `/forum/topics/${opened.json.data.id}/posts/${replyResponse.json.data.id}`;
  expect((await app.call('PUT', path, { token: member.token, json: { body: 'More free money' } })).status).toBe(200);
  expect(await reportsAbout(replyResponse.json.data.id)).toMatchObject({ reports_count: 1 });
  const ownPhoto = await addTestPhoto(app, member);
  await app.call('POST', `/photos/${ownPhoto.id}/update`, { token: member.token, form: formOf({ description: 'Free money' }) });
  expect(await reportsAbout(ownPhoto.id)).toMatchObject({ reports_count: 1, reports: [{ is_automatic: true }] });
});

test('changed names and profile texts are screened, and unchanged ones are not', async () => {
  const profile = (json: object) => app.call('POST', '/me/profile', { token: member.token, json });
  expect(reasonOf(await profile({ name: 'Big Kpokiri' }))).toBe('422 name wordNotTaken Kpokiri');
  expect(reasonOf(await profile({ bio: 'bad.example' }))).toBe('422 bio wordNotTaken bad.example');
  await app.db.run(`update members set bio = 'An old kpokiri' where id = $1`, [member.id]);
  expect((await profile({ bio: 'An old kpokiri', occupation: 'Dyer' })).status).toBe(200);
});

test('organisers are exempt from the filters', async () => {
  expect((await comment('No kpokiri here, please', admin)).status).toBe(201);
  const { json } = await comment('And no free money', admin);
  expect(await reportsAbout(json.data.id)).toBeUndefined();
});

test('a change applies on every node within a second and is logged, and an outdated version is refused', async () => {
  expect((await comment('A wahala', member, otherNode)).status).toBe(201);
  const { entries, version } = await read();
  expect((await change([...entries, { text: 'wahala', action: 'refuse' }])).status).toBe(200);
  expect((await comment('A wahala')).status).toBe(422);
  await expect.poll(async () => (await comment('A wahala', member, otherNode)).status, { timeout: 1_000 }).toBe(422);
  const response = await change([], { version });
  expect([response.status, response.json.code, response.json.data.version]).toEqual([409, 'conflict', version + 1]);
  const { json: log } = await app.call('GET', '/moderation/log?action=change_filters', { token: admin.token });
  expect(log.data[0]).toMatchObject({ actor: { id: admin.id } });
});

test('only admins can read and change the filters', async () => {
  const moderator = await addTestMember(app, { role: 'moderator' });
  expect((await app.call('GET', '/admin/filters', { token: moderator.token })).json.code).toBe('admin_only');
  expect((await change([], {}, member)).json.code).toBe('admin_only');
});

test('entries that match nothing or are repeated are refused with their position', async () => {
  const entry = (text: string) => ({ text, action: 'refuse' });
  expect(Object.keys((await change([entry('fine'), entry('…')])).json.errors)).toEqual(['entries.1.text']);
  expect(Object.keys((await change([entry('Fine'), entry('fíne')])).json.errors)).toEqual(['entries.1.text']);
  expect((await change(Array.from({ length: 501 }, (_, index) => entry(`w${index}`)))).status).toBe(422);
  expect((await change([], { new_account_days: 91 })).status).toBe(422);
  expect((await change([], { review_first: 11 })).status).toBe(422);
  expect((await change([], { same_link_accounts: 51 })).status).toBe(422);
});

describe('limits of new accounts', () => {
  let app: TestApp;
  let photo: { id: string };
  let admin: TestMember;
  beforeAll(async () => {
    app = await startTestApp({}, { limits: openRateLimits({ scale: 1 }) });
    photo = await addTestPhoto(app, await addTestMember(app));
    admin = await addTestMember(app, { role: 'admin' });
    await count(1, 3);
  });
  afterAll(() => app.close());

  const count = (version: number, new_account_days: number) =>
    app.call('PUT', '/admin/filters', {
      token: admin.token,
      json: { version, entries: [], new_account_days, review_first: 0, same_link_accounts: 0 },
    });
  const day = 24 * 60 * 60_000;
  const comment = async ({ token }: TestMember, times: number) => {
    let last = await app.call('POST', `/photos/${photo.id}/comments`, { token, json: { content: 'Ndewo' } });
    for (let time = 1; time < times; time += 1)
      last = await app.call('POST', `/photos/${photo.id}/comments`, { token, json: { content: 'Ndewo' } });
    return last;
  };

  test('a new account may comment a third as often, and the refusal names the day on which this limit ends', async () => {
    const newcomer = await addTestMember(app);
    await setMember(app, newcomer, { created_at: new Date(Date.now() - 2 * day) });
    expect((await comment(newcomer, 3)).status).toBe(201);
    const { status, json, headers } = await comment(newcomer, 1);
    expect([status, json.reason, headers.get('retry-after')]).toEqual([429, 'newAccountLimit', expect.any(String)]);
    expect(json.params.until).toBe(new Date(Date.now() + day).toISOString().slice(0, 10));
  });

  test('older accounts and organisers have the full limit, and so does everybody if no account counts as new', async () => {
    const old = await addTestMember(app);
    await setMember(app, old, { created_at: new Date(Date.now() - 4 * day) });
    const moderator = await addTestMember(app, { role: 'moderator' });
    for (const member of [old, moderator]) expect((await comment(member, 10)).status).toBe(201);
    expect((await comment(old, 1)).json.reason).toBe('tooManyRequests');
    await count(2, 0);
    expect((await comment(await addTestMember(app), 10)).status).toBe(201);
  });
});
