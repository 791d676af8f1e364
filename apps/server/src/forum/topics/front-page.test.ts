import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewerWithoutBlocks, type Viewer } from '../../platform/http/viewer.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, type TestTopic, welcome } from '../../testing/forum.ts';
import { addTestPhoto, block, mute, setAudience, setMember, setPhotoGone, unblock } from '../../testing/posts.ts';
import { readForumCategories } from '../categories/read-categories.ts';
import { findTopics } from './find-topics.ts';
import { presentTopics } from './present-topics.ts';

let app: TestApp;
let beside: TestApp;
let [ada, olu, efe, mod, ibe]: TestMember[] = [];
let [cloth, dye]: TestTopic[] = [];
let photo: { id: string };
/** Id of a category that every forum starts with. */
const other = '019ab000-0000-7000-8000-000000000002';

beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({}, {}, { beside: app });
  [ada, olu, efe] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  mod = await addTestMember(app, { role: 'admin' });
  ibe = await addTestMember(app);
  photo = await addTestPhoto(app, ada);
  [cloth, dye] = [await addTestTopic(app, ada, { title: 'Cloth', photo_id: photo.id }), await addTestTopic(app, olu, { title: 'Dye' })];
  await addTestReply(app, cloth, olu);
  await addTestReply(app, dye, ada);
  await addTestReply(app, await addTestTopic(app, ibe, { title: 'Indigo' }), ibe);
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

const lists = {
  '/forum/topics': { sort: 'latest', per_page: 20 },
  '/forum/topics?sort=top&filter=unanswered': { sort: 'top', per_page: 20, filter: 'unanswered' },
  '/forum/topics?category=welcome&sort=new': { sort: 'new', per_page: 20, category: 'welcome' },
} as const;

const read = async (node: TestApp, member: TestMember, path: string): Promise<any> => {
  const { status, json } = await node.call('GET', path, { token: member.token });
  expect(status).toBe(200);
  return json.data;
};

/** Returns every viewer's list from one node. */
async function readAll(node: TestApp): Promise<unknown[]> {
  const all = [];
  for (const member of [efe!, ada!, olu!, mod!])
    for (const path of [...Object.keys(lists), '/forum/categories']) all.push(await read(node, member, path));
  return all;
}

/** Returns the same lists, built separately for each viewer. */
async function makeAll(): Promise<unknown[]> {
  const all = [];
  for (const member of [efe!, ada!, olu!, mod!]) {
    const viewer: Viewer = { ...viewerWithoutBlocks, id: member.id };
    for (const list of Object.values(lists))
      all.push(await presentTopics(app.context, viewer, (await findTopics(app.context, viewer, list)).ids));
    all.push(await readForumCategories(app.context, viewer));
  }
  return all;
}

const call = async (member: TestMember, method: string, path: string, json?: unknown): Promise<any> => {
  const answer = await app.call(method, `/forum${path}`, { token: member.token, ...(json !== undefined && { json }) });
  expect(answer.status).toBeLessThan(300);
  return answer.json.data;
};

const changes: [string, () => Promise<unknown>][] = [
  ['a reply', () => call(olu!, 'POST', `/topics/${cloth!.id}/posts`, { body: 'One more' })],
  ['a new topic', () => call(olu!, 'POST', '/topics', { category_id: welcome, title: 'Something new', body: 'What is it?' })],
  ['a new title', () => call(ada!, 'PUT', `/topics/${cloth!.id}`, { title: 'Another cloth' })],
  ['reading a topic', () => call(efe!, 'POST', `/topics/${cloth!.id}/read`, { number: 2 })],
  ['following a topic', () => call(efe!, 'POST', `/topics/${cloth!.id}/follow`)],
  ['a reply in a followed topic', () => addTestReply(app, cloth!, ada!)],
  ['limiting a photo to followers', () => setMember(app, ada!, { post_visibility: 'followers' })],
  ['following the owner of the photo', () => app.call('POST', `/users/${ada!.id}/follow`, { token: efe!.token })],
  ['opening the photo to all again', () => setMember(app, ada!, { post_visibility: 'public' })],
  ['limiting this photo to followers', () => setAudience(app, photo, 'followers')],
  ['hiding this photo from all others', () => setAudience(app, photo, 'me')],
  ['opening this photo', () => setAudience(app, photo, null)],
  ['a deleted photo', () => setPhotoGone(app, photo, 'deleted_at')],
  ['a pin', () => call(mod!, 'POST', `/topics/${dye!.id}/pin`, {})],
  ['a lock', () => call(mod!, 'POST', `/topics/${dye!.id}/lock`)],
  ['an accepted answer', async () => call(olu!, 'POST', `/topics/${dye!.id}/solve`, { post_id: (await addTestReply(app, dye!, ada!)).id })],
  ['a move to another category', () => call(mod!, 'POST', `/topics/${dye!.id}/move`, { category_id: other })],
  ['a new name of a category', () => call(mod!, 'PUT', `/categories/${other}`, { name: 'Colours' })],
  ['following a category', () => call(efe!, 'POST', `/categories/${other}/follow`)],
  [
    'a new topic in a followed category',
    () => call(olu!, 'POST', '/topics', { category_id: other, title: 'What is new?', body: 'Tell me' }),
  ],
  ['muting a topic', () => call(efe!, 'POST', `/topics/${dye!.id}/mute`)],
  ['unmuting a topic', () => call(efe!, 'DELETE', `/topics/${dye!.id}/mute`)],
  ['muting a category', () => call(efe!, 'POST', `/categories/${welcome}/mute`)],
  ['unmuting a category', () => call(efe!, 'DELETE', `/categories/${welcome}/mute`)],
  ['a new name of a member', () => setMember(app, ada!, { name: 'Ada the dyer' })],
  ['a block', () => block(app, efe!, olu!)],
  ['the end of a block', () => unblock(app, efe!, olu!)],
  ['a mute', () => mute(app, efe!, ada!)],
  ['the end of a mute', () => app.db.run('delete from mutes')],
  ['a suspension', () => setMember(app, ibe!, { suspended_at: new Date() })],
  ['the end of a suspension', () => setMember(app, ibe!, { suspended_at: null })],
  ['a deleted topic', () => call(mod!, 'DELETE', `/topics/${cloth!.id}`)],
];

test.each(changes)(
  '%s is visible to the next reader of the forum’s front page, on both nodes',
  { tags: ['world'] },
  async (_name, change) => {
    for (const node of [app, beside]) await readAll(node);
    const before = await readAll(app);
    await change();
    const after = await makeAll();
    expect(after).not.toEqual(before);
    expect(await readAll(beside)).toEqual(after);
    expect(await readAll(app)).toEqual(after);
  },
);

test('the second page of the list continues the first and is cached for many readers', async () => {
  for (let n = 0; n < 3; n += 1) await addTestTopic(app, ada!, { title: `Topic ${n}` });
  const page = async (cursor?: string) =>
    (await app.call('GET', `/forum/topics?per_page=2${cursor === undefined ? '' : `&cursor=${cursor}`}`, { token: efe!.token })).json;
  const walk = async (): Promise<string[]> => {
    const seenIds = [];
    for (let next: string | undefined, { data, meta } = await page(); ; { data, meta } = await page(next)) {
      seenIds.push(...data.map(({ id }: { id: string }) => id));
      next = meta.next_cursor ?? undefined;
      if (next === undefined) return seenIds;
    }
  };
  const [alone, , shared] = [await walk(), await walk(), await walk()];
  expect(shared).toEqual(alone);
  expect(new Set(shared).size).toBe(shared.length);
});
