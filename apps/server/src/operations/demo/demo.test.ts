/** @module-tag world */
import type { CritiqueThread } from '@mbari/contract/photos/critique';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestMember, addTestSession, startTestApp, type TestApp } from '../../testing/app.ts';
import { addTestTopic, wrongPollCounts, wrongTopicCounts } from '../../testing/forum.ts';
import { type DemoAccount, fillCommunity } from './fill-community.ts';

describe('filling a community', () => {
  let app: TestApp;
  let accounts: { member: DemoAccount; admin: DemoAccount };
  const lines: string[] = [];

  beforeAll(async () => {
    app = await startTestApp();
    const { member, admin } = await fillCommunity(app.context, {
      seed: 3,
      log: (line) => lines.push(line),
      size: { members: 6, posts: 5 },
    });
    accounts = { member, admin: admin! };
  }, 60_000);
  afterAll(() => app.close());

  it('the demo prints accounts that can sign in', async () => {
    for (const { email, password } of [accounts.member, accounts.admin]) {
      expect(lines.join('\n')).toContain(email);
      const answer = await app.call('POST', '/auth/login', { json: { email, password } });
      expect(answer.status).toBe(200);
      expect(answer.json.user).toMatchObject({ email_verified: true, has_onboarding: true });
    }
    const paid = await app.call('POST', '/auth/login', { json: { email: accounts.member.email, password: accounts.member.password } });
    expect(paid.json.user.subscription).toMatchObject({ is_active: true, plan_name: 'Premium' });
    const ungranted =
      'select from members m where m.plan_name is not null and not exists (select from plan_grants g where g.member_id = m.id)';
    expect((await app.db.pool.query(ungranted)).rowCount).toBe(0);
  });

  it('members see the demo’s posts newest first, with their images', async () => {
    const { token } = await viewer();
    const { json } = await app.call('GET', '/photos?per_page=50', { token });
    expect(json.data).toHaveLength(5);
    const times = json.data.map((photo: { created_at: string }) => photo.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    for (const photo of json.data) {
      expect(photo.category).not.toBeNull();
      expect((await fetch(new URL(photo.image_url, app.url))).status).toBe(200);
    }
  });

  it('the demo’s counters equal its rows', async () => {
    const wrong = await app.db.rows(
      `select p.id::text from photos p
        where p.likes_count <> (select count(*) from likes where photo_id = p.id) or p.comments_count <> (select count(*) from comments where photo_id = p.id and not is_critique)
       union all
       select m.id::text from members m
        where m.photos_count <> (select count(*) from photos where member_id = m.id and is_there)
           or m.followers_count <> (select count(*) from follows where followed_id = m.id)
           or m.following_count <> (select count(*) from follows where follower_id = m.id)`,
      [],
    );
    expect([...wrong, ...(await wrongTopicCounts(app)), ...(await wrongPollCounts(app))]).toEqual([]);
    expect(await app.db.row<{ n: number }>('select count(*)::int as n from likes', [])).not.toEqual({ n: 0 });
  });

  it('the demo’s closed critique has threads with pins, a reply and helpful marks', async () => {
    const { token } = await viewer();
    const { photo_id: id } = (await app.db.row<{ photo_id: string }>('select photo_id from critiques', []))!;
    const { data } = (await app.call('GET', `/photos/${id}/critique`, { token })).json;
    expect(data).toMatchObject({ category: 'light', is_closed: true, critics_count: 3 });
    const shown = data.threads.map(({ pin, is_helpful, replies }: CritiqueThread) => [pin?.x, is_helpful, replies.length]);
    expect(shown).toEqual([
      [0.51, true, 0],
      [0.62, true, 1],
      [0.5, false, 0],
    ]);
    expect(await app.db.rows("select from critiques where first_at > now() - interval '1 day'", [])).toEqual([]);
  });

  it('the demo’s forum has unread posts for the admin, an open and a closed poll, and working mentions', async () => {
    const { json } = await app.call('POST', '/auth/login', { json: { email: accounts.admin.email, password: accounts.admin.password } });
    const readForum = async (path: string) => (await app.call('GET', `/forum/${path}`, { token: json.token })).json;
    const topics: { id: string; title: string; unread_posts_count: number; is_pinned: boolean; is_solved: boolean }[] = (
      await readForum('topics?per_page=50')
    ).data;
    expect(topics[0]).toMatchObject({ is_pinned: true, title: expect.stringContaining('Say who you are') });
    expect(topics.some(({ unread_posts_count }) => unread_posts_count > 0)).toBe(true);
    const findTopic = (words: string) => topics.find(({ title }) => title.includes(words))!;
    const wall = (await readForum(`topics/${findTopic('Inyi').id}`)).data;
    expect(wall.poll).toMatchObject({ is_closed: false, mine: [], viewer: { may_vote: true } });
    expect(wall.poll.voters_count).toBeGreaterThan(0);
    const posts = (await readForum(`topics/${findTopic('printing evening').id}/posts`)).data;
    expect(posts[0].poll.is_closed).toBe(true);
    expect(posts[0].body_html).toContain('<p>');
    expect((await readForum(`topics/${findTopic('How we talk').id}`)).data.body_html).toContain('/user/chidi.nwosu');
    expect((await app.db.rows('select action from moderation_log order by action')).length).toBe(2);
    expect((await app.db.rows('select from notifications where forum_post_id is not null limit 1')).length).toBe(1);
  });

  it('the demo is added only once', async () => {
    await expect(fillCommunity(app.context, { seed: 3, log: () => {}, intoExisting: true })).rejects.toThrow(/has the demo already/);
  });

  it('the demo is added to an existing community only with `into`, and changes none of its members', async () => {
    const otherApp = await startTestApp();
    try {
      const member = await addTestMember(otherApp, { username: 'kwame.asante', photos_count: 7, followers_count: 3, plan_name: 'Premium' });
      await addTestTopic(otherApp, member, { posts_count: 9 });
      const readRows = () =>
        Promise.all([
          otherApp.db.rows('select to_jsonb(m) as row from members m where id = $1', [member.id]),
          otherApp.db.rows('select to_jsonb(t) as row from forum_topics t where author_id = $1', [member.id]),
          otherApp.db.rows('select to_jsonb(g) as row from plan_grants g where member_id = $1', [member.id]),
        ]);
      const earlierRows = await readRows();
      const size = { members: 6, posts: 5 };
      await expect(fillCommunity(otherApp.context, { seed: 3, log: () => {}, size })).rejects.toThrow(/demo --into/);
      const { admin } = await fillCommunity(otherApp.context, { seed: 3, log: () => {}, size, intoExisting: true });
      expect(admin).toBeNull();
      expect(await readRows()).toEqual(earlierRows);
      expect(await otherApp.db.rows(`select from members where role <> 'member'`)).toEqual([]);
      expect((await app.db.rows('select from members')).length).toBe(6);
    } finally {
      await otherApp.close();
    }
  });

  it('a second run is refused while the demo is being added', async () => {
    const otherApp = await startTestApp();
    try {
      const fill = () => fillCommunity(otherApp.context, { seed: 3, log: () => {}, size: { members: 6, posts: 2 } });
      const results = await Promise.allSettled([fill(), fill()]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(String(results.find((result) => result.status === 'rejected')?.reason)).toMatch(/added by another command/);
    } finally {
      await otherApp.close();
    }
  });

  it('the demo adds no admin if a member registers meanwhile', async () => {
    const otherApp = await startTestApp();
    try {
      const context = contextWith(otherApp, async (count) => {
        if (count === 1) await addTestMember(otherApp);
      });
      const filling = fillCommunity(context, { seed: 3, log: () => {}, size: { members: 6, posts: 2 } });
      await expect(filling).rejects.toThrow(/demo --into/);
      expect(await otherApp.db.rows('select from members', [])).toHaveLength(1);
    } finally {
      await otherApp.close();
    }
  });

  it('a failed demo leaves no rows and no files', async () => {
    const otherApp = await startTestApp();
    try {
      const context = contextWith(otherApp, (count) => (count > 3 ? Promise.reject(new Error('the power went')) : Promise.resolve()));
      const filling = fillCommunity(context, { seed: 3, log: () => {}, size: { members: 6, posts: 5 } });
      await expect(filling).rejects.toThrow('the power went');
      expect(await otherApp.db.rows('select id from members', [])).toEqual([]);
      const imageIds: string[] = [];
      for await (const ids of otherApp.context.store.list(new Date(Date.now() + 60_000))) imageIds.push(...ids);
      expect(imageIds).toEqual([]);
    } finally {
      await otherApp.close();
    }
  }, 30_000);

  /** Calls `beforeTransaction` with the running number of each image about to be encoded. */
  function contextWith({ context }: TestApp, beforeTransaction: (count: number) => Promise<void>): TestApp['context'] {
    let encoded = 0;
    const encode: TestApp['context']['images']['encode'] = async (...input) => {
      await beforeTransaction(++encoded);
      return context.images.encode(...input);
    };
    return { ...context, images: { ...context.images, encode } };
  }

  async function viewer(): Promise<{ token: string }> {
    const row = await app.db.row<{ id: string }>(`select id from members where role = 'moderator'`, []);
    return addTestSession(app, row!.id);
  }

  it('members can register after the demo', async () => {
    const { token } = await addTestMember(app);
    expect((await app.call('GET', '/photos', { token })).json.data).toHaveLength(5);
  });
});
