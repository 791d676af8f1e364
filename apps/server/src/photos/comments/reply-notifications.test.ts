import type { Notification } from '@mbari/contract/notifications/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addConversation, block, mute, setMember } from '../../testing/posts.ts';

let app: TestApp;
let owner: TestMember;
let ada: TestMember;
let bisi: TestMember;
let photo: { id: string };
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => void ({ owner, ada, bisi, photo } = await addConversation(app)));

const said = async (member: TestMember, content: string, to?: { id: string }): Promise<{ id: string }> =>
  (await app.call('POST', `/photos/${photo.id}/comments`, { token: member.token, json: { content, reply_to: to?.id } })).json.data;
const notified = async (member: TestMember, query = ''): Promise<Notification[]> => {
  await runJobs(app.context);
  return (await app.call('GET', `/forum/notifications${query}`, { token: member.token })).json.data.notifications;
};
const reasons = async (member: TestMember): Promise<string[]> => (await notified(member)).map(({ reason }) => reason);
const choose = (member: TestMember, settings: object) => app.call('PUT', '/me/forum-settings', { token: member.token, json: settings });

test('a reply notifies the answered member once and the owner of the post once', async () => {
  const first = await said(ada, 'Whose hand?');
  const reply = await said(bisi, `My aunt’s, @${ada.username}`, first);
  expect(await notified(ada)).toMatchObject([
    {
      type: 'comment',
      reason: 'repliedToComment',
      message: 'Bisi replied to your comment on “Uli wall”',
      params: { name: 'Bisi', title: 'Uli wall' },
      action_url: `/post/${photo.id}#comment-${reply.id}`,
      excerpt: `My aunt’s, @${ada.username}`,
      forum: null,
    },
  ]);
  expect(await reasons(owner)).toEqual(['photoCommented', 'photoCommented']);
  // The owner gets one notification for the reply, and none for the mention.
  const theirs = await said(owner, 'Mine', first);
  await said(bisi, `Yours, @${owner.username}?`, theirs);
  expect(await reasons(owner)).toEqual(['repliedToComment', 'photoCommented', 'photoCommented']);
  await said(bisi, 'I meant', reply);
  expect(await reasons(bisi)).toEqual([]);
});

test('replies to one comment form one notification group', async () => {
  const [first, second] = [await said(ada, 'First'), await said(ada, 'Second')];
  await said(bisi, 'One', first);
  await said(owner, 'Two', first);
  await said(bisi, 'Three', second);
  const groups = await notified(ada, '?grouped=1');
  expect(groups.map(({ message, group }) => [message, group?.count])).toEqual([
    ['Bisi replied to your comment on “Uli wall”', undefined],
    ['Olu and 1 other replied to your comment on “Uli wall”', 2],
  ]);
});

test('a member who turned off replies still gets notifications of mentions and comments', async () => {
  const first = await said(ada, 'First');
  const theirs = await said(owner, 'Mine');
  for (const member of [ada, owner]) await choose(member, { notify_on_reply: false });
  await said(bisi, 'Plainly', first);
  expect(await reasons(ada)).toEqual([]);
  await said(bisi, `@${ada.username}`, first);
  expect(await reasons(ada)).toEqual(['mentionedInComment']);
  await said(bisi, 'To Olu', theirs);
  expect(new Set(await reasons(owner))).toEqual(new Set(['photoCommented']));
});

test('a reply does not notify members who muted its author or cannot see the post', async () => {
  const first = await said(ada, 'First');
  await mute(app, ada, bisi);
  await said(bisi, `To @${ada.username}`, first);
  await app.call('DELETE', `/users/${bisi.id}/mute`, { token: ada.token });
  expect(await reasons(ada)).toEqual([]);
  const follower = await addTestMember(app);
  await app.call('POST', `/users/${owner.id}/follow`, { token: follower.token });
  await setMember(app, owner, { post_visibility: 'followers' });
  await said(follower, 'Only among us', first);
  await setMember(app, owner, { post_visibility: 'public' });
  expect(await reasons(ada)).toEqual([]);
  const reply = await said(bisi, 'Now', first);
  expect(await reasons(ada)).toEqual(['repliedToComment']);
  await block(app, ada, bisi);
  expect(await reasons(ada)).toEqual([]);
  await app.db.run('delete from blocks');
  await app.call('DELETE', `/photos/${photo.id}/comments/${reply.id}`, { token: bisi.token });
  expect(await reasons(ada)).toEqual([]);
});

test('twenty concurrent replies notify once each', { tags: ['world'] }, async () => {
  const first = await said(ada, 'First');
  const crowd = await Promise.all(Array.from({ length: 20 }, () => addTestMember(app)));
  await Promise.all(crowd.map((member) => said(member, `@${ada.username} @${owner.username}`, first)));
  const rows = await app.db.rows(
    'select member_id, type, count(*)::int as n from notifications where photo_id = $1 group by 1, 2 order by type',
    [photo.id],
  );
  expect(rows).toEqual([
    { member_id: owner.id, type: 'comment', n: 21 },
    { member_id: ada.id, type: 'reply', n: 20 },
  ]);
});
