import { createHash } from 'node:crypto';
import * as limits from '@mbari/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestMember, addTestSession, startTestApp, type TestApp } from '../../testing/app.ts';
import { handFrom } from './art/hand.ts';
import { paints } from './art/scenes.ts';
import { type DemoAccount, fillCommunity } from './fill-community.ts';
import { people } from './people.ts';
import { planCommunity } from './plan-community.ts';
import { familyOf, paint } from './plan-pictures.ts';
import { answers, craftRemarks, remarks } from './talk.ts';

const now = new Date('2026-05-01T12:00:00Z');

describe('the plan of the demo', () => {
  const plan = planCommunity(7, now);

  it('is the same for the same seed, and another for another', () => {
    expect(planCommunity(7, now)).toEqual(plan);
    expect(planCommunity(8, now).posts.map((post) => post.title)).not.toEqual(plan.posts.map((post) => post.title));
  });

  it('holds some forty members and two hundred posts, each with a title of its own', () => {
    expect(plan.members.length).toBeGreaterThanOrEqual(40);
    expect(plan.posts).toHaveLength(200);
    expect(new Set(plan.posts.map((post) => post.title)).size).toBe(200);
    expect(new Set(plan.posts.map((post) => familyOf(post.pictures[0]!.family))).size).toBe(Object.keys(paints).length);
    expect(plan.members.filter(({ person }) => person.role === 'admin')).toHaveLength(1);
    expect(plan.members.filter(({ person }) => person.role === 'moderator')).toHaveLength(1);
  });

  it('gives several pictures to paid members only', () => {
    const paid = new Set(plan.members.filter(({ person }) => person.plan).map(({ id }) => id));
    const several = plan.posts.filter((post) => post.pictures.length > 1);
    expect(several.length).toBeGreaterThan(5);
    expect(several.every((post) => paid.has(post.memberId) && post.pictures.length <= limits.imagesPaid)).toBe(true);
  });

  it('lets nothing happen before what it happens to, or in the future', () => {
    const posts = new Map(plan.posts.map((post) => [post.id, post]));
    const members = new Map(plan.members.map((member) => [member.id, member]));
    for (const { of, by, at } of plan.likes) {
      expect(at >= posts.get(of)!.createdAt && at <= now).toBe(true);
      expect(by).not.toBe(posts.get(of)!.memberId);
    }
    for (const { photoId, at } of plan.comments) expect(at >= posts.get(photoId)!.createdAt && at <= now).toBe(true);
    for (const { of, by, at } of plan.follows)
      expect(at >= members.get(of)!.createdAt && at >= members.get(by)!.createdAt && at <= now).toBe(true);
    expect(plan.posts.map(({ id }) => id)).toEqual(plan.posts.map(({ id }) => id).toSorted());
  });

  it('says nothing twice below one post', () => {
    const said = plan.comments.map(({ photoId, content }) => `${photoId} ${content}`);
    expect(new Set(said).size).toBe(said.length);
    expect(said.length).toBeGreaterThan(400);
  });
});

describe('the people of the demo', () => {
  it('keep to the limits of what a member may write', () => {
    for (const { name, username, bio, occupation, works } of people) {
      expect(username).toMatch(/^(?=.*[a-z])[a-z0-9_.]{3,30}$/);
      expect([...name].length).toBeLessThanOrEqual(limits.name);
      expect([...bio].length).toBeLessThanOrEqual(limits.bio);
      expect([...occupation].length).toBeLessThanOrEqual(limits.occupation);
      for (const [picture, title, story] of works) {
        expect(Object.keys(paints)).toContain(familyOf(picture));
        expect([...title].length).toBeLessThanOrEqual(limits.title);
        expect([...story].length).toBeLessThanOrEqual(limits.description);
      }
    }
  });

  it('write letters and their marks composed, as what members write is kept', () => {
    const texts = [
      ...people.flatMap(({ name, bio, works }) => [name, bio, ...works.flatMap(([, title, story]) => [title, story])]),
      ...remarks,
      ...answers,
      ...Object.values(craftRemarks).flat(),
    ];
    expect(texts.filter((text) => text !== text.normalize('NFC').trim())).toEqual([]);
  });
});

describe('the pictures of the demo', () => {
  it('are the same for the same seed', async () => {
    const picture = { family: 'adire', mood: '', seed: 11, width: 120, height: 150 } as const;
    const bytes = async (seed: number): Promise<string> =>
      createHash('sha256')
        .update((await paint(picture, handFrom(seed))).jpeg)
        .digest('hex');
    expect(await bytes(11)).toBe(await bytes(11));
    expect(await bytes(11)).not.toBe(await bytes(12));
  });

  it('can be drawn in every family and mood that somebody makes, and tell what they show', async () => {
    for (const what of new Set(people.flatMap(({ works }) => works.map(([picture]) => picture)))) {
      const family = familyOf(what);
      const { alt } = await paint({ family, mood: what.slice(family.length + 1), seed: 5, width: 90, height: 60 }, handFrom(5));
      expect(alt.length).toBeGreaterThan(30);
      expect([...alt].length).toBeLessThanOrEqual(limits.alt);
      expect(alt).not.toMatch(/undefined|NaN/);
    }
  });
});

describe('filling a community', () => {
  let app: TestApp;
  let accounts: { member: DemoAccount; admin: DemoAccount };
  const lines: string[] = [];

  beforeAll(async () => {
    app = await startTestApp();
    accounts = await fillCommunity(app.context, { seed: 3, say: (line) => lines.push(line), size: { members: 6, posts: 5 } });
  }, 60_000);
  afterAll(() => app.close());

  it('tells with which account to sign in, and those accounts work', async () => {
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

  it('shows its posts to a member, newest first, with pictures that are there', async () => {
    const { token } = await viewer();
    const { json } = await app.call('GET', '/photos?per_page=50', { token });
    expect(json.data).toHaveLength(5);
    const times = json.data.map((photo: { created_at: string }) => photo.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    for (const photo of json.data) {
      expect(photo.category).not.toBeNull();
      expect(photo.images[0].alt).not.toBe('');
      expect((await fetch(new URL(photo.image_url, app.url))).status).toBe(200);
    }
  });

  it('keeps counts that are exactly those of the rows', async () => {
    const wrong = await app.db.rows(
      `select p.id::text from photos p
        where p.likes_count <> (select count(*) from likes where photo_id = p.id) or p.comments_count <> (select count(*) from comments where photo_id = p.id)
       union all
       select m.id::text from members m
        where m.photos_count <> (select count(*) from photos where member_id = m.id)
           or m.followers_count <> (select count(*) from follows where followed_id = m.id)
           or m.following_count <> (select count(*) from follows where follower_id = m.id)`,
      [],
    );
    expect(wrong).toEqual([]);
    expect(await app.db.row<{ n: number }>('select count(*)::int as n from likes', [])).not.toEqual({ n: 0 });
  });

  it('refuses a community that is not empty, and changes nothing in it', async () => {
    const before = await app.db.rows('select id from members order by id', []);
    await expect(fillCommunity(app.context, { seed: 3, say: () => {}, size: { members: 6, posts: 5 } })).rejects.toThrow(
      /empty community only/,
    );
    expect(await app.db.rows('select id from members order by id', [])).toEqual(before);
  });

  it('leaves an empty community empty, files and all, when it fails halfway', async () => {
    const other = await startTestApp();
    try {
      let pictures = 0;
      const images = {
        ...other.context.images,
        encode: (input: Parameters<typeof other.context.images.encode>[0]) =>
          ++pictures > 3 ? Promise.reject(new Error('the power went')) : other.context.images.encode(input),
      };
      const filling = fillCommunity({ ...other.context, images }, { seed: 3, say: () => {}, size: { members: 6, posts: 5 } });
      await expect(filling).rejects.toThrow('the power went');
      expect(await other.db.rows('select id from members', [])).toEqual([]);
      const kept: string[] = [];
      for await (const ids of other.context.store.list(new Date(Date.now() + 60_000))) kept.push(...ids);
      expect(kept).toEqual([]);
    } finally {
      await other.close();
    }
  }, 30_000);

  async function viewer(): Promise<{ token: string }> {
    const row = await app.db.row<{ id: string }>(`select id from members where role = 'moderator'`, []);
    return addTestSession(app, row!.id);
  }

  it('stands in the way of nobody who registers afterwards', async () => {
    const { token } = await addTestMember(app);
    expect((await app.call('GET', '/photos', { token })).json.data).toHaveLength(5);
  });
});
