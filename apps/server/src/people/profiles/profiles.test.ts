import { audiences } from '@mbari/contract/photos/post-fields';
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, setAudience, setMember } from '../../testing/posts.ts';
import { insertFollow } from '../follows/queries.ts';

describe('profiles', () => {
  let app: TestApp;
  let owner: TestMember;
  let viewer: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    viewer = await addTestMember(app);
  });
  beforeEach(async () => void (owner = await addTestMember(app, contact)));
  afterAll(() => app.close());

  const contact = {
    country: 'NG',
    phone: '+2348031234567',
    gender: 'female',
    occupation: 'Weaver',
    date_of_birth: '1990-02-03',
    show_location: true,
    show_phone_number: true,
    show_email: true,
    show_birthday: true,
  };

  const readOwner = (reader?: TestMember, query = '') => app.call('GET', `/users/${owner.username}${query}`, { token: reader?.token });
  const gallery = (reader?: TestMember, query = '') => app.call('GET', `/users/${owner.username}/photos${query}`, { token: reader?.token });
  const ids = ({ json }: { json: { data: { id: string }[] } }): string[] => json.data.map(({ id }) => id);

  describe('a public profile', () => {
    test('a public profile is shown to a visitor with name, bio, interests and posts, and without actions', async () => {
      const post = await addTestPhoto(app, owner, {
        category_id: (await app.db.row<{ id: string }>(`select id from categories where slug = 'film'`))!.id,
      });
      const { status, json } = await readOwner();
      expect(status).toBe(200);
      expect(json.data).toMatchObject({
        id: owner.id,
        username: owner.username,
        is_private: false,
        bio: 'I weave.',
        stats: { photos_count: 1, likes_count: 0, comments_count: 0 },
        subscription: { is_active: false, is_paid_plan: false, plan_name: null },
        is_following: false,
        follows_viewer: false,
        customisation: { cover: null, accent: null, pinned: [] },
        photo_categories: [{ name: 'Film', slug: 'film', photos_count: 1 }],
        photos_next_cursor: null,
        viewer: { is_owner: false, may_follow: false, may_block: false, may_report: false, is_muted: false },
      });
      expect(json.data.interests).toEqual(json.data.interests_named.map(({ id }: { id: string }) => id));
      expect(json.data.photos).toMatchObject([
        {
          id: post.id,
          category: { name: 'Film', slug: 'film' },
          viewer: { may_edit: false, may_delete: false, may_comment: false, may_like: false, may_report: false },
        },
      ]);
    });

    test('a public profile is found by its username in any case, and by nothing else', async () => {
      expect((await app.call('GET', `/users/${owner.username.toUpperCase()}`)).json.data.id).toBe(owner.id);
      for (const name of [owner.id, `${owner.username}x`, `@${owner.username}`, '%00', '%20', "a'b", 'ọlú', '..%2Fme', 'x'.repeat(65)])
        expect([name, (await app.call('GET', `/users/${name}`)).status === 404 || name.length > 64]).toEqual([name, true]);
    });

    test('a public profile shows a member the allowed actions and the follows', async () => {
      await insertFollow(app.db, owner.id, viewer.id);
      expect((await readOwner(viewer)).json.data).toMatchObject({
        is_following: false,
        follows_viewer: true,
        following_count: 1,
        viewer: { is_owner: false, may_follow: true, may_block: true, may_report: true, is_muted: false },
      });
      await insertFollow(app.db, viewer.id, owner.id);
      expect((await readOwner(viewer)).json.data).toMatchObject({ is_following: true, followers_count: 1 });
      expect((await readOwner(owner)).json.data.viewer).toEqual({
        is_owner: true,
        may_follow: false,
        may_block: false,
        may_report: false,
        is_muted: false,
      });
    });
  });

  describe('access to a public profile', () => {
    test('a public profile is read-only for members with an unfinished account', async () => {
      const post = await addTestPhoto(app, owner);
      await app.db.run(`insert into comments (id, photo_id, member_id, content) values (gen_random_uuid(), $1, $2, 'For members')`, [
        post.id,
        viewer.id,
      ]);
      for (const columns of [{ email_verified_at: null }, { bio: null }]) {
        const { json, text } = await readOwner(await addTestMember(app, columns));
        expect(json.data.viewer).toMatchObject({ may_follow: false, may_block: false, may_report: false });
        expect(json.data.photos[0].viewer).toMatchObject({ may_like: false, may_comment: false, may_report: false });
        expect(text).not.toContain('For members');
      }
      expect((await readOwner(viewer)).json.data.photos[0]).toMatchObject({
        comments: [{ content: 'For members' }],
        viewer: { may_like: true },
      });
    });

    test('a public profile requires a verified address, except for its owner', async () => {
      await setMember(app, owner, { email_verified_at: null });
      expect([(await readOwner()).status, (await readOwner(viewer)).status, (await readOwner(owner)).status]).toEqual([404, 404, 200]);
    });
  });

  describe('visible details of a member', () => {
    const keys = ['country', 'occupation', 'gender', 'phone', 'email', 'date_of_birth'] as const;
    const detailsFor = async (reader?: TestMember): Promise<string[]> => {
      const { data } = (await readOwner(reader)).json;
      for (const key of ['gender', 'date_of_birth'] as const) expect(key in data.profile).toBe(key in data);
      return keys.filter((key) => key in data);
    };

    test.each([
      ['everyone', true, true, true],
      ['registered', false, false, true],
      ['followers', false, false, true],
      ['private', false, false, false],
    ] as const)('with contact visibility %s, exactly the allowed fields are shown', async (to, visitor, unverified, member) => {
      await setMember(app, owner, { contact_visibility: to });
      const pending = await addTestMember(app, { email_verified_at: null });
      for (const [reader, reads] of [
        [undefined, visitor],
        [pending, unverified],
        [viewer, member],
        [owner, true],
      ] as const)
        expect(await detailsFor(reader)).toEqual(reads ? [...keys] : []);
    });

    test('each switch shows one more field and hides none from the owner', async () => {
      const switches = { show_location: 'country', show_phone_number: 'phone', show_email: 'email', show_birthday: 'date_of_birth' };
      for (const [flag, field] of Object.entries(switches)) {
        await setMember(app, owner, { [flag]: false });
        expect(await detailsFor(viewer)).toEqual(keys.filter((key) => key !== field));
        expect(await detailsFor(owner)).toEqual([...keys]);
        await setMember(app, owner, { [flag]: true });
      }
    });

    test('empty fields are null, not hidden', async () => {
      await setMember(app, owner, { country: null, phone: null });
      expect((await readOwner(viewer)).json.data).toMatchObject({ country: null, phone: null });
    });
  });

  describe('a private profile', () => {
    beforeEach(() => setMember(app, owner, { profile_visibility: 'private' }));

    test('everyone but its owner, including followers and organisers, gets only a few keys of a private profile', async () => {
      await addTestPhoto(app, owner);
      const [follower, admin] = await Promise.all([addTestMember(app), addTestMember(app, { role: 'admin' })]);
      await insertFollow(app.db, follower.id, owner.id);
      for (const reader of [undefined, viewer, follower, admin]) {
        const { status, json } = await readOwner(reader);
        expect([status, json]).toEqual([
          200,
          {
            data: {
              id: owner.id,
              username: owner.username,
              name: `Member ${owner.username}`,
              avatar_url: null,
              is_private: true,
              is_following: reader === follower,
              forum_settings: { profile_visibility: 'private' },
            },
          },
        ]);
        expect((await gallery(reader)).json).toMatchObject({ code: 'profile_private', message: 'This profile is private' });
      }
    });

    test('a private profile is complete for its owner', async () => {
      const post = await addTestPhoto(app, owner);
      const { json } = await readOwner(owner);
      expect(json.data).toMatchObject({ is_private: false, forum_settings: { profile_visibility: 'private' }, stats: { photos_count: 1 } });
      expect(json.data.photos[0].image_url).toMatch(/\?exp=\d+&sig=/);
      expect(ids(await gallery(owner))).toEqual([post.id]);
    });
  });

  test('blocked, suspended and closed members answer like unknown ones, byte for byte', async () => {
    await block(app, owner, viewer);
    const bytes = async (path: string) => {
      const { status, text, json } = await app.call('GET', path, { token: viewer.token });
      return [status, text.replace(json.request_id, '')];
    };
    for (const suffix of ['', '/photos']) {
      const missing = await bytes(`/users/never.was.here${suffix}`);
      expect(missing).toEqual([404, expect.stringContaining(sentences.profileNotFound)]);
      expect(await bytes(`/users/${owner.username}${suffix}`)).toEqual(missing);
      for (const columns of [{ suspended_at: new Date() }, { closed_at: new Date() }])
        expect(await bytes(`/users/${(await addTestMember(app, columns)).username}${suffix}`)).toEqual(missing);
    }
    expect((await readOwner()).status).toBe(200);
  });

  test('an ended session is refused and not treated as a visitor', async () => {
    expect((await app.call('GET', `/users/${owner.username}`, { token: 'x'.repeat(43) })).json.code).toBe('unauthenticated');
    expect((await app.call('GET', `/users/${owner.username}`, { headers: { authorization: 'Basic eDp5' } })).status).toBe(401);
  });
});

describe('the own profile as others see it', () => {
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
      expect((await app.call('GET', `/users/${owner.username}?as=${as}`)).json.data).toMatchObject({
        is_private: true,
        is_following: false,
      });
      expect((await app.call('GET', `/users/${owner.username}/photos?as=${as}`, { token: member.token })).status).toBe(403);
    }
  });

  test('a profile that is not public yet has no preview', async () => {
    await setMember(app, owner, { email_verified_at: null });
    expect((await app.call('GET', `/users/${owner.username}?as=visitor`, { token: owner.token })).status).toBe(404);
  });
});
