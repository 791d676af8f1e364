import { audiences } from '@mbari/contract/photos/audiences';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, setAudience, setMember } from '../../testing/posts.ts';
import { insertFollow } from '../follows/queries.ts';

let app: TestApp;
let owner: TestMember;
let member: TestMember;
let follower: TestMember;
let posts: string[];
beforeAll(async () => {
  app = await startTestApp();
  [member, follower] = await Promise.all([addTestMember(app), addTestMember(app)]);
});
beforeEach(async () => {
  owner = await addTestMember(app, {
    country: 'NG',
    phone: '+2348031234567',
    show_phone_number: true,
    plan_name: 'Premium',
    accent: 'indigo',
  });
  await insertFollow(app.db, follower.id, owner.id);
  posts = [];
  for (let n = 0; n < 3; n += 1) {
    const post = await addTestPhoto(app, owner, {
      likes_count: 1,
      category_id: (await app.db.row<{ id: string }>(`select id from categories where slug = 'film'`))!.id,
    });
    posts.push(post.id);
    await app.db.run('insert into likes (photo_id, member_id) values ($1, $2)', [post.id, owner.id]);
    if (n < 2) await app.db.run('insert into pinned_photos values ($1, $2, $3)', [owner.id, n, post.id]);
  }
});
afterAll(() => app.close());

const states = [
  { bio: 'I dye.' },
  { contact_visibility: 'registered' },
  { contact_visibility: 'private' },
  { post_visibility: 'followers', contact_visibility: 'followers', show_location: false },
  { profile_visibility: 'private' },
  { profile_visibility: 'private', post_visibility: 'followers' },
  { plan_ends_at: new Date(0) },
];

test.each(states.flatMap((columns) => [false, true].map((restricts) => ({ columns, restricts }))))(
  'the owner’s preview equals the other viewer’s answer: %j',
  async ({ columns, restricts }) => {
    await setMember(app, owner, columns);
    if (restricts) for (const [n, id] of posts.entries()) await setAudience(app, { id }, audiences[n]!);
    const tokens = { visitor: undefined, member: member.token, follower: follower.token };
    for (const path of ['', '/photos'])
      for (const [as, token] of Object.entries(tokens)) {
        const expectedAnswer = await app.call('GET', `/users/${owner.username}${path}`, { token });
        const previewAnswer = await app.call('GET', `/users/${owner.username}${path}?as=${as}`, { token: owner.token });
        expect([previewAnswer.status, previewAnswer.text.replace(previewAnswer.json.request_id, '')]).toEqual([
          expectedAnswer.status,
          expectedAnswer.text.replace(expectedAnswer.json.request_id, ''),
        ]);
      }
  },
);

test('only the owner can use a preview', async () => {
  await setMember(app, owner, { profile_visibility: 'private', contact_visibility: 'private' });
  for (const as of ['visitor', 'member', 'follower']) {
    expect((await app.call('GET', `/users/${owner.username}?as=${as}`, { token: member.token })).json.data).toMatchObject({
      is_private: true,
      is_following: false,
    });
    expect((await app.call('GET', `/users/${owner.username}?as=${as}`)).json.data).toMatchObject({ is_private: true, is_following: false });
    expect((await app.call('GET', `/users/${owner.username}/photos?as=${as}`, { token: member.token })).status).toBe(403);
  }
});

test('a profile that is not public yet has no preview', async () => {
  await setMember(app, owner, { email_verified_at: null });
  expect((await app.call('GET', `/users/${owner.username}?as=visitor`, { token: owner.token })).status).toBe(404);
});
