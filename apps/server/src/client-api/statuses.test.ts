import { scopes } from '@mbari/contract/platform/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { sendForm, signInToApp, turnOnClientApps } from '../testing/client-apps.ts';
import { formOf } from '../testing/http-client.ts';
import { photoFile } from '../testing/image-files.ts';
import { addTestPhoto, block, mute, setAudience, setMember, setPhotoGone } from '../testing/posts.ts';
import { calls } from './calls.ts';
import { decimalOf, idOf } from './paging.ts';
import { splitStatus } from './statuses.ts';
import { contentOf } from './view-account.ts';

let app: TestApp;
let ada: TestMember;
let obi: TestMember;
let file: Buffer;
/** Tokens of the members' apps. */
let adaApp: string;
let obiApp: string;
beforeAll(async () => {
  app = await startTestApp();
  await turnOnClientApps(app);
  [ada, obi] = await addTestMembers(app, 'Ada', 'Obi');
  [adaApp, obiApp] = [await signInToApp(app, ada), await signInToApp(app, obi)];
  await app.call('POST', `/users/${ada.id}/follow`, { token: obi.token });
  file = await photoFile(600, 400);
});
afterAll(() => app.close());

const get = (path: string, token = obiApp) => app.call('GET', path, { token });
const send = (path: string, json: object = {}, token = obiApp, headers: Record<string, string> = {}) =>
  app.call('POST', path, { token, json, headers });
const upload = async (token = adaApp, description = 'A loom by a window') =>
  app.call('POST', `${app.url}/api/v2/media`, { token, form: formOf({ file, description }) });
const postStatus = async (fields: object, token = adaApp, headers: Record<string, string> = {}) =>
  send('/statuses', fields, token, headers);
const idsIn = (answer: { json: { id: string }[] }) => answer.json.map(({ id }) => id);
const linksOf = (answer: { headers: Headers }): Record<string, string> =>
  Object.fromEntries(
    [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [
      rel!,
      url!.replace('http://localhost:3000/api/v1', ''),
    ]),
  );

test('decimal ids are the UUIDs and sort like them', () => {
  const ids = ['019ab000-0000-7000-8000-000000000009', '019ab000-0000-7000-8000-00000000000a', '019bb000-0000-7000-8000-000000000000'];
  expect(ids.map((id) => idOf(decimalOf(id)))).toEqual(ids);
  const decimals = ids.map(decimalOf);
  expect([...new Set(decimals.map(({ length }) => length)), decimals.toSorted()]).toEqual([37, decimals]);
  for (const text of ['', 'x', '-1', '1e3', '9'.repeat(40), ids[0]!]) expect(idOf(text)).toBe(text);
});

test('a photo with its alternative text is posted by an app and read as a status', async () => {
  const media = await upload();
  expect([media.status, media.json]).toMatchObject([
    200,
    { type: 'image', description: 'A loom by a window', blurhash: expect.stringMatching(/^\S{28}$/) },
  ]);
  const { status, json } = await postStatus({
    status: 'The old loom\n\nIn #Iseyin, <b>by hand</b>\nSee https://loom.example/x.',
    media_ids: [media.json.id],
  });
  expect([status, json]).toMatchObject([
    200,
    {
      account: { acct: ada.username, display_name: 'Ada' },
      content: `<p><strong>The old loom</strong></p><p>In <a href="http://localhost:3000/tag/Iseyin" class="mention hashtag" rel="tag">#<span>Iseyin</span></a>, &lt;b&gt;by hand&lt;/b&gt;<br />See <a href="https://loom.example/x" rel="nofollow noopener noreferrer" target="_blank">https://loom.example/x</a>.</p>`,
      visibility: 'public',
      sensitive: false,
      tags: [{ name: 'Iseyin' }],
      media_attachments: [{ id: media.json.id, description: 'A loom by a window', meta: { original: { width: 600, height: 400 } } }],
    },
  ]);
  expect((await fetch(json.media_attachments[0].url.replace('http://localhost:3000', app.url))).status).toBe(200);
  const own = await app.call('GET', `/photos/${idOf(json.id)}`, { token: ada.token });
  expect(own.json.data).toMatchObject({
    title: 'The old loom',
    description: 'In #Iseyin, <b>by hand</b>\nSee https://loom.example/x.',
    images: [{ alt: 'A loom by a window' }],
  });
  expect(idsIn(await get('/timelines/tag/iseyin'))).toEqual([json.id]);
  expect(idsIn(await get('/timelines/home'))).toEqual([json.id]);
});

test('a description is changed before the post, an image is posted once, and one that is not posted is deleted after a day', async () => {
  const [first, second] = [await upload(), await upload()];
  const changed = await app.call('PUT', `/media/${first.json.id}`, { token: adaApp, json: { description: 'Indigo pits' } });
  expect([changed.status, changed.json.description]).toEqual([200, 'Indigo pits']);
  const preview = changed.json.preview_url.replace('http://localhost:3000', app.url);
  expect([(await fetch(preview)).status, (await fetch(preview.replace(/\?.*/, ''))).status]).toEqual([200, 404]);
  expect((await get(`/media/${first.json.id}`)).status).toBe(404);
  expect((await postStatus({ status: 'Stolen', media_ids: [first.json.id] }, obiApp)).status).toBe(422);
  const post = await postStatus({ status: 'Pits', media_ids: [first.json.id] });
  expect(post.json.media_attachments[0].description).toBe('Indigo pits');
  expect((await postStatus({ status: 'Again', media_ids: [first.json.id] })).status).toBe(422);
  await app.db.run(`update pending_media set created_at = now() - interval '25 hours'`);
  await addJob(app.db, 'sweep_client_apps', null);
  await runJobs(app.context);
  expect((await get(`/media/${second.json.id}`, adaApp)).status).toBe(404);
  expect(await app.db.rows('select from pending_media')).toEqual([]);
});

test('an app sends a list in a multipart form by repeating its name, as Mastodon for iOS does', async () => {
  const token = await signInToApp(app, await addTestMember(app, { plan_name: 'Premium' }));
  const media = [(await upload(token)).json.id, (await upload(token)).json.id];
  const form = formOf({ status: 'Two looms' });
  for (const id of media) form.append('media_ids[]', id);
  const { status, json } = await app.call('POST', '/statuses', { token, form });
  expect([status, idsIn({ json: json.media_attachments })]).toEqual([200, media]);
});

test('a repeated Idempotency-Key returns the first status', async () => {
  const media = await upload();
  const fields = { status: 'Once', media_ids: [media.json.id] };
  const headers = { 'idempotency-key': 'one-status' };
  const [first, again] = [await postStatus(fields, adaApp, headers), await postStatus(fields, adaApp, headers)];
  expect([first.status, again.status, again.json.id]).toEqual([200, 200, first.json.id]);
  const answer = { status: 'Lovely', in_reply_to_id: first.json.id };
  const [reply, repeated] = [
    await postStatus(answer, obiApp, { 'idempotency-key': 'r' }),
    await postStatus(answer, obiApp, { 'idempotency-key': 'r' }),
  ];
  expect(repeated.json.id).toBe(reply.json.id);
});

test('the first line of a status is the title, unless it is too long for one', () => {
  expect(splitStatus('Loom\r\n\r\nby hand')).toEqual({ title: 'Loom', description: 'by hand' });
  expect(splitStatus('Loom')).toEqual({ title: 'Loom', description: '' });
  const long = 'word '.repeat(60).trim();
  expect(splitStatus(long)).toEqual({ title: `${'word '.repeat(12).trim()}…`, description: long });
});

test('a text becomes HTML with the links that our own pages show', () => {
  const { text } = contentOf('https://home.example', 'Ask @anna_ (see https://loom.example/a_(b))\n<i>', ['ann', 'anna']);
  expect(text).toBe(
    '<p>Ask <span class="h-card"><a href="https://home.example/user/anna" class="u-url mention">@anna</a></span>_ (see <a href="https://loom.example/a_(b)" rel="nofollow noopener noreferrer" target="_blank">https://loom.example/a_(b)</a>)<br />&lt;i&gt;</p>',
  );
});

test('what does not map is refused with a sentence', async () => {
  const photo = await addTestPhoto(app, ada);
  const media = await upload();
  const refused: [string, Promise<{ status: number; json: { error: string } }>][] = [
    ['Photos aren’t boosted here. Like or save it instead.', send(`/statuses/${decimalOf(photo.id)}/reblog`)],
    ['A post needs a photo here.', postStatus({ status: 'Only words' })],
    [
      'A post is for everyone or for followers. Nothing else is offered here.',
      postStatus({ status: 'x', media_ids: [media.json.id], visibility: 'unlisted' }),
    ],
    ['Photos have no polls here. Polls live in the forum.', postStatus({ status: 'x', poll: { options: ['a', 'b'], expires_in: 60 } })],
    ['Comments have no images here.', postStatus({ status: 'x', media_ids: [media.json.id], in_reply_to_id: decimalOf(photo.id) })],
    [
      'Schedule posts on our own pages. Apps can’t.',
      postStatus({ status: 'x', media_ids: [media.json.id], scheduled_at: '2030-01-01T00:00:00Z' }),
    ],
  ];
  for (const [sentence, answer] of refused) expect([(await answer).status, (await answer).json]).toEqual([422, { error: sentence }]);
});

test('a content warning is the spoiler text of a sensitive status, both ways', async () => {
  for (const [fields, warning, spoiler] of [
    [{ spoiler_text: 'Nudity', sensitive: true }, 'nudity', 'Nudity'],
    [{ sensitive: true }, 'strong', 'Strong'],
    [{ spoiler_text: 'A slaughtered goat' }, 'A slaughtered goat', 'A slaughtered goat'],
  ] as const) {
    const media = await upload();
    const { json } = await postStatus({ status: 'Feast', media_ids: [media.json.id], ...fields });
    expect([json.sensitive, json.spoiler_text]).toEqual([true, spoiler]);
    expect((await app.call('GET', `/photos/${idOf(json.id)}`, { token: ada.token })).json.data.warning.reason).toBe(warning);
    const seen = (await get(`/statuses/${json.id}`)).json;
    expect([seen.sensitive, (await fetch(seen.media_attachments[0].url.replace('http://localhost:3000', app.url))).status]).toEqual([
      true,
      200,
    ]);
  }
});

test('comments are statuses that answer the post or each other', async () => {
  const photo = await addTestPhoto(app, ada, { title: 'Thread' });
  const first = (await postStatus({ status: 'So calm', in_reply_to_id: decimalOf(photo.id) }, obiApp)).json;
  const second = (await postStatus({ status: `@${obi.username} thank you`, in_reply_to_id: first.id }, adaApp)).json;
  expect(first).toMatchObject({ content: '<p>So calm</p>', in_reply_to_id: decimalOf(photo.id), account: { acct: obi.username } });
  expect(second).toMatchObject({
    in_reply_to_id: first.id,
    in_reply_to_account_id: decimalOf(obi.id),
    content: expect.stringContaining(`/user/${obi.username}"`),
  });
  const thread = await get(`/statuses/${decimalOf(photo.id)}/context`);
  expect([idsIn({ json: thread.json.ancestors }), idsIn({ json: thread.json.descendants })]).toEqual([[], [first.id, second.id]]);
  const below = await get(`/statuses/${second.id}/context`);
  expect([idsIn({ json: below.json.ancestors }), below.json.descendants]).toEqual([[decimalOf(photo.id), first.id], []]);
  expect((await send(`/statuses/${first.id}/favourite`, {}, adaApp)).json).toMatchObject({ favourited: true, favourites_count: 1 });
  expect((await send(`/statuses/${first.id}/bookmark`, {}, adaApp)).json.error).toBe('Only photos can be saved, not comments.');
  expect((await app.call('DELETE', `/statuses/${first.id}`, { token: obiApp })).status).toBe(200);
  expect((await get(`/statuses/${first.id}`)).status).toBe(404);
});

test('a post is favourited, bookmarked and deleted', async () => {
  const photo = await addTestPhoto(app, ada, { title: 'Marked' });
  const id = decimalOf(photo.id);
  expect((await send(`/statuses/${id}/favourite`)).json).toMatchObject({ id, favourited: true, favourites_count: 1 });
  expect((await send(`/statuses/${id}/bookmark`)).json.bookmarked).toBe(true);
  expect([idsIn(await get('/favourites')), idsIn(await get('/bookmarks'))]).toEqual([[id], [id]]);
  expect((await get(`/statuses/${id}/favourited_by`)).json).toMatchObject([{ acct: obi.username }]);
  expect((await send(`/statuses/${id}/unfavourite`)).json.favourited).toBe(false);
  expect((await send(`/statuses/${id}/unbookmark`)).json.bookmarked).toBe(false);
  expect([idsIn(await get('/favourites')), idsIn(await get('/bookmarks'))]).toEqual([[], []]);
  expect((await app.call('DELETE', `/statuses/${id}`, { token: obiApp })).status).toBe(403);
  expect((await app.call('DELETE', `/statuses/${id}`, { token: adaApp })).json.id).toBe(id);
  expect((await get(`/statuses/${id}`)).status).toBe(404);
});

test('timelines page by id in both directions, with Link headers', async () => {
  const author = await addTestMember(app);
  const reader = await addTestMember(app);
  const token = await signInToApp(app, reader);
  await app.call('POST', `/users/${author.id}/follow`, { token: reader.token });
  const posts: string[] = [];
  for (let n = 0; n < 7; n += 1) posts.unshift(decimalOf((await addTestPhoto(app, author)).id));
  for (const path of ['/timelines/home', `/accounts/${decimalOf(author.id)}/statuses`]) {
    const first = await get(`${path}?limit=3`, token);
    expect(idsIn(first)).toEqual(posts.slice(0, 3));
    const second = await get(linksOf(first)['next']!, token);
    expect(idsIn(second)).toEqual(posts.slice(3, 6));
    const last = await get(linksOf(second)['next']!, token);
    expect([idsIn(last), linksOf(last)['next']]).toEqual([posts.slice(6), undefined]);
    expect(idsIn(await get(linksOf(second)['prev']!, token))).toEqual(posts.slice(0, 3));
    expect(idsIn(await get(`${path}?limit=2&min_id=${posts[4]}`, token))).toEqual(posts.slice(2, 4));
    expect(idsIn(await get(`${path}?limit=2&since_id=${posts[4]}`, token))).toEqual(posts.slice(0, 2));
    expect(idsIn(await get(`${path}?since_id=${posts[1]}`, token))).toEqual(posts.slice(0, 1));
  }
  expect((await get('/timelines/home?max_id=nonsense', token)).status).toBe(422);
});

test('notifications name the status that was liked, answered or commented', async () => {
  const [author, reader] = await addTestMembers(app, 'Efe', 'Uju');
  const [authorApp, readerApp] = [await signInToApp(app, author), await signInToApp(app, reader)];
  const photo = await addTestPhoto(app, author);
  const id = decimalOf(photo.id);
  await send(`/statuses/${id}/favourite`, {}, readerApp);
  await send(`/accounts/${decimalOf(author.id)}/follow`, {}, readerApp);
  const comment = (await postStatus({ status: 'Fine', in_reply_to_id: id }, readerApp)).json;
  const { json } = await get('/notifications', authorApp);
  expect(
    json.map(({ type, status, account }: { type: string; status?: { id: string }; account: { acct: string } }) => [
      type,
      status?.id,
      account.acct,
    ]),
  ).toEqual([
    ['mention', comment.id, reader.username],
    ['follow', undefined, reader.username],
    ['favourite', id, reader.username],
  ]);
  expect((await get('/notifications?types[]=follow', authorApp)).json).toHaveLength(1);
  expect((await get('/notifications?exclude_types[]=follow', authorApp)).json).toHaveLength(2);
  expect((await get(`/notifications/${json[1].id}`, authorApp)).json).toEqual(json[1]);
  expect((await get(`/notifications/${json[1].id}`, readerApp)).status).toBe(404);
  expect((await send('/notifications/clear', {}, authorApp)).status).toBe(200);
  expect((await app.call('GET', '/forum/notifications?filter=unread', { token: author.token })).json.data.unread_count).toBe(0);
});

test('accounts are looked up, followed, muted and blocked', async () => {
  const [reader, other] = await addTestMembers(app, 'Ngozi', 'Tayo');
  const token = await signInToApp(app, reader);
  const id = decimalOf(other.id);
  expect((await get(`/accounts/lookup?acct=${other.username}@localhost:3000`, token)).json.id).toBe(id);
  expect((await get(`/accounts/lookup?acct=${other.username}@elsewhere.example`, token)).status).toBe(404);
  expect((await get(`/accounts/${id}`, token)).json).toMatchObject({ acct: other.username, display_name: 'Tayo', note: '<p>I weave.</p>' });
  expect((await send(`/accounts/${id}/follow`, {}, token)).json).toMatchObject({ id, following: true });
  expect((await get(`/accounts/${id}/followers`, token)).json).toMatchObject([{ acct: reader.username }]);
  expect((await send(`/accounts/${id}/mute`, {}, token)).json).toMatchObject({ muting: true, following: true });
  expect((await get('/mutes', token)).json).toMatchObject([{ id }]);
  expect((await send(`/accounts/${id}/block`, {}, token)).json).toMatchObject({ blocking: true, following: false });
  expect((await get('/blocks', token)).json).toMatchObject([{ id }]);
  expect((await get(`/accounts/${id}`, token)).status).toBe(404);
  expect((await send(`/accounts/${id}/unblock`, {}, token)).json.blocking).toBe(false);
  const blocker = await addTestMember(app);
  await block(app, blocker, reader);
  expect((await get(`/accounts/relationships?id[]=${decimalOf(blocker.id)}&id[]=${id}`, token)).json).toMatchObject([{ id }]);
});

test('search finds members, posts and tags, and opens our own addresses', async () => {
  const photo = await addTestPhoto(app, ada, { title: 'Xylophone player' });
  const search = async (q: string, rest = '') =>
    (await app.call('GET', `${app.url}/api/v2/search?q=${encodeURIComponent(q)}${rest}`, { token: obiApp })).json;
  expect(idsIn({ json: (await search('xylophone')).statuses })).toEqual([decimalOf(photo.id)]);
  expect((await search('xylophone', '&type=accounts')).statuses).toEqual([]);
  expect((await search(`@${ada.username}`)).accounts).toMatchObject([{ acct: ada.username }]);
  expect((await search('isey')).hashtags).toMatchObject([{ name: 'Iseyin' }]);
  expect(idsIn({ json: (await search(`http://localhost:3000/post/${photo.id}`)).statuses })).toEqual([decimalOf(photo.id)]);
  expect(await search('https://elsewhere.example/@x/1')).toEqual({ accounts: [], statuses: [], hashtags: [] });
});

const secret = 'CANARY-2b7e';

test('posts and comments that a member may not see appear in no call', async () => {
  const reader = await addTestMember(app, { sensitive_photos: 'hide' });
  const token = await signInToApp(app, reader);
  const [stranger, blocker, muted, closed] = await addTestMembers(app, 'Stranger', 'Blocker', 'Muted', 'Closed');
  const hidden = {
    archived: await addTestPhoto(app, stranger, { title: `${secret} archived` }),
    scheduled: await addTestPhoto(app, stranger, { title: `${secret} scheduled` }),
    removed: await addTestPhoto(app, stranger, { title: `${secret} removed` }),
    deleted: await addTestPhoto(app, stranger, { title: `${secret} deleted` }),
    followers: await addTestPhoto(app, stranger, { title: `${secret} followers` }),
    sensitive: await addTestPhoto(app, stranger, { title: `${secret} sensitive`, warning: 'nudity' }),
    blocked: await addTestPhoto(app, blocker, { title: `${secret} blocked` }),
    muted: await addTestPhoto(app, muted, { title: `${secret} muted` }),
    private: await addTestPhoto(app, closed, { title: `${secret} private` }),
  };
  await setPhotoGone(app, hidden.archived, 'archived_at');
  await setPhotoGone(app, hidden.scheduled, 'publish_at');
  await setPhotoGone(app, hidden.removed, 'removed_at');
  await setPhotoGone(app, hidden.deleted, 'deleted_at');
  await setAudience(app, hidden.followers, 'followers');
  await block(app, blocker, reader);
  await mute(app, reader, muted);
  await setMember(app, closed, { profile_visibility: 'private' });
  const own = await addTestPhoto(app, reader, { title: 'Own' });
  for (const { token: byToken } of [blocker, muted])
    await app.call('POST', `/photos/${own.id}/comments`, { token: byToken, json: { content: `${secret} comment` } });

  const members = [stranger, blocker, muted, closed].map(({ id }) => decimalOf(id));
  const lists = [
    ...[
      '/timelines/home',
      '/timelines/public',
      '/trends/statuses',
      '/favourites',
      '/bookmarks',
      '/notifications',
      '/accounts/search?q=canary',
    ],
    ...members.flatMap((id) => [`/accounts/${id}/statuses`, `/accounts/${id}`]),
    `/statuses/${decimalOf(own.id)}/context`,
    `${app.url}/api/v2/search?q=CANARY-2b7e`,
  ];
  for (const path of lists) expect([path, (await get(path, token)).text.includes(secret)]).toEqual([path, false]);
  // A muted member and a covered post can be opened on purpose, as on our own pages.
  for (const [why, { id }] of Object.entries(hidden)) {
    const { status, text } = await get(`/statuses/${decimalOf(id)}`, token);
    const opens = ['sensitive', 'muted'].includes(why);
    expect([why, status, text.includes(secret)]).toEqual([why, opens ? 200 : 404, opens]);
    for (const act of ['favourite', 'bookmark']) {
      const acted = await send(`/statuses/${decimalOf(id)}/${act}`, {}, token);
      expect([why, act, acted.status]).toEqual([why, act, opens ? 200 : 404]);
    }
  }
});

test('every call needs the scope of the call of our own API that it stands for', async () => {
  const id = (await app.db.row<{ id: string }>('select id from photos limit 1'))!.id;
  const created = new Map<string, string>();
  for (const scope of scopes) {
    const { json } = await app.call('POST', '/auth/tokens', { token: ada.token, json: { name: scope, scopes: [scope], days: 1 } });
    created.set(scope, json.token);
  }
  for (const { method, path, like } of calls) {
    const address = `${app.url}${path.replace(/:id|:tag/, decimalOf(id))}`;
    expect([path, like.access === 'open' ? 'open' : like.scope]).toEqual([path, expect.any(String)]);
    if (method !== 'GET' || like.access === 'open') continue;
    for (const [scope, token] of created) {
      const { status } = await app.call(method, address, { token });
      if (scope === like.scope) expect([path, scope, status]).not.toEqual([path, scope, 403]);
      else expect([path, scope, status]).toEqual([path, scope, 403]);
    }
    expect([path, (await app.call(method, address)).status]).toEqual([path, 401]);
  }
});

test('writing calls refuse a token that may only read', async () => {
  const id = decimalOf((await addTestPhoto(app, ada)).id);
  const token = await signInToApp(app, obi, 'read');
  for (const { method, path } of calls.filter((call) => call.method !== 'GET')) {
    const { status, json } = await app.call(method, `${app.url}${path.replace(':id', id)}`, {
      token,
      ...(method !== 'DELETE' && { json: {} }),
    });
    expect([path, status, json]).toEqual([path, 403, { error: expect.any(String) }]);
  }
});

test('a status that waits for approval is answered with a sentence, and kept with its image', async () => {
  const [admin, newcomer] = [await addTestMember(app, { role: 'admin' }), await addTestMember(app)];
  const token = await signInToApp(app, newcomer);
  const review = async (review_first: number) => {
    const { version } = (await app.call('GET', '/admin/filters', { token: admin.token })).json.data;
    const json = { version, entries: [], new_account_days: 0, same_link_accounts: 0, review_first };
    expect((await app.call('PUT', '/admin/filters', { token: admin.token, json })).status).toBe(200);
  };
  await review(1);
  const media = await upload(token);
  const { status, json } = await postStatus({ status: 'Waiting', media_ids: [media.json.id] }, token);
  expect([status, json.error]).toEqual([422, expect.stringMatching(/^Thank you\. The organisers look at it/)]);
  expect((await app.call('GET', '/me/pending', { token: newcomer.token })).json.data).toMatchObject([{ title: 'Waiting' }]);
  expect((await get(`/media/${media.json.id}`, token)).status).toBe(404);
  await review(0);
});

test('a silenced member reads, and writes nothing', async () => {
  const silenced = await addTestMember(app);
  const token = await signInToApp(app, silenced);
  await setMember(app, silenced, { silenced_at: new Date(), silence_reason: 'Spam' });
  expect((await get('/timelines/home', token)).status).toBe(200);
  expect((await postStatus({ status: 'x' }, token)).status).toBe(403);
});

test('apps on other origins may read the answers', async () => {
  const preflight = await app.call('OPTIONS', '/statuses', {});
  expect([
    preflight.status,
    preflight.headers.get('access-control-allow-origin'),
    preflight.headers.get('access-control-allow-headers'),
  ]).toEqual([204, '*', 'authorization, content-type, idempotency-key']);
  const read = await get('/timelines/home');
  expect([read.headers.get('access-control-allow-origin'), read.headers.get('access-control-allow-credentials')]).toEqual(['*', null]);
  expect((await app.call('GET', '/photos', { token: ada.token })).headers.get('access-control-allow-origin')).toBe(null);
  const { json } = await upload();
  const image = await fetch(json.url.replace('http://localhost:3000', app.url));
  expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

test('clients of many kinds are answered: either spelling of the instance, lists that are always empty', async () => {
  for (const path of ['/api/v1/instance', '/api/v1/instance/', '/api/v2/instance'])
    expect((await app.call('GET', `${app.url}${path}`)).json).toMatchObject({
      title: 'Mbari',
      version: expect.stringMatching(/^4\.2\.0 \(compatible; Mbari /),
    });
  for (const path of ['lists', 'follow_requests', 'custom_emojis', 'announcements', 'trends/tags'])
    expect((await get(`/${path}`)).json).toEqual([]);
  const form = await sendForm(app, '/api/v1/statuses', { status: 'Words' }, obiApp);
  expect(form.json.error).toBe('A post needs a photo here.');
});
