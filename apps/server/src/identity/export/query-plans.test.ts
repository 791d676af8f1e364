/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { explaining } from '../../testing/explaining.ts';
import { addManyRows } from '../../testing/many-rows.ts';
import * as queries from './queries.ts';

const own = 10_000;
const others = 1_000;

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  member = await addTestMember(app);
  const id = (kind: string, n: string): string => `md5('${kind}' || ${n})::uuid`;
  const me = `'${member.id}'::uuid`;
  const whose = `case when n <= ${own} then ${me} else ${id('m', `n % ${others}`)} end`;
  const all = `generate_series(1, ${own + 20 * others}) n`;
  await addManyRows(app, [
    `insert into members (id, username, name, email) select ${id('m', 'n')}, 'u' || n, 'U', n || '@x' from generate_series(1, ${own}) n`,
    `insert into photos (id, member_id, title) select ${id('p', 'n')}, ${whose}, 'Uli' from ${all} where n % 10 = 0`,
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       select ${id('i', 'n')}, ${whose}, 'photo', 640, 480, '#000000', '\\x00', '{320,640}', 1 from ${all}`,
    `insert into likes (photo_id, member_id) select ${id('p', 'n')}, ${whose} from ${all}`,
    `insert into comments (id, photo_id, member_id, content) select ${id('c', 'n')}, ${id('p', 'n')}, ${whose}, 'Fine' from ${all}`,
    `insert into saved_posts (photo_id, member_id) select ${id('p', 'n')}, ${whose} from ${all}`,
    `insert into comment_likes (comment_id, member_id) select ${id('c', 'n')}, ${whose} from ${all}`,
    `insert into notifications (id, member_id, type, about, actor_id, group_key)
       select ${id('n', 'n')}, ${whose}, 'other', 'member', ${id('m', `1 + n % ${own}`)}, ${id('n', 'n')} from ${all}`,
    `insert into follows (follower_id, followed_id) select ${id('m', 'n')}, ${me} from generate_series(1, ${own}) n`,
    `insert into follows (follower_id, followed_id) select ${me}, ${id('m', 'n')} from generate_series(1, ${own}) n`,
  ]);
}, 120_000);
afterAll(() => app.close());

test.each([
  ['likes', queries.listOwnLikes],
  ['comments', queries.listOwnComments],
  ['likes of comments', queries.listOwnCommentLikes],
  ['saved posts', queries.listOwnSavedPosts],
  ['images', queries.listOwnImages],
  ['notifications', queries.listOwnNotifications],
  ['follows', queries.listFollowing],
] as const)('a page of one’s own %s is read from where the last one ended', async (table, read) => {
  const plans: string[] = [];
  await read(explaining(app, plans), member.id, newId());
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}`));
    expect(plan, plan).not.toMatch(/Sort/);
  }
});

test('a page of followers starts at an index position', async () => {
  const plans: string[] = [];
  await queries.listFollowers(explaining(app, plans), member.id, `2026-01-02 03:04:05.678901+00 id ${newId()}`);
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on follows/);
    expect(plan, plan).not.toMatch(/Sort/);
  }
});

test('pages neither repeat nor skip rows', async () => {
  for (const [read, many] of [
    [queries.listOwnLikes, own],
    [queries.listOwnImages, own],
    [queries.listFollowers, own],
  ] as const) {
    const keys = new Set<string>();
    let after = '';
    for (let page = await read(app.db, member.id, after); page.length > 0; page = await read(app.db, member.id, after)) {
      for (const { key } of page) keys.add(key);
      after = page.at(-1)!.key;
    }
    expect(keys.size).toBe(many);
  }
});
