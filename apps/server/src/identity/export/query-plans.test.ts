/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addManyRows, explaining } from '../../testing/many-rows.ts';
import * as queries from './queries.ts';

const ownRows = 10_000;
const otherMembers = 1_000;

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  member = await addTestMember(app);
  const id = (kind: string, n: string): string => `md5('${kind}' || ${n})::uuid`;
  const me = `'${member.id}'::uuid`;
  const memberOfRow = `case when n <= ${ownRows} then ${me} else ${id('m', `n % ${otherMembers}`)} end`;
  const allRows = `generate_series(1, ${ownRows + 20 * otherMembers}) n`;
  await addManyRows(app, [
    `insert into members (id, username, name, email) select ${id('m', 'n')}, 'u' || n, 'U', n || '@x' from generate_series(1, ${ownRows}) n`,
    `insert into photos (id, member_id, title) select ${id('p', 'n')}, ${memberOfRow}, 'Uli' from ${allRows} where n % 10 = 0`,
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       select ${id('i', 'n')}, ${memberOfRow}, 'photo', 640, 480, '#000000', '\\x00', '{320,640}', 1 from ${allRows}`,
    `insert into likes (photo_id, member_id) select ${id('p', 'n')}, ${memberOfRow} from ${allRows}`,
    `insert into comments (id, photo_id, member_id, content) select ${id('c', 'n')}, ${id('p', 'n')}, ${memberOfRow}, 'Fine' from ${allRows}`,
    `insert into saved_posts (photo_id, member_id) select ${id('p', 'n')}, ${memberOfRow} from ${allRows}`,
    `insert into comment_likes (comment_id, member_id) select ${id('c', 'n')}, ${memberOfRow} from ${allRows}`,
    `insert into notifications (id, member_id, type, about, actor_id, group_key)
       select ${id('n', 'n')}, ${memberOfRow}, 'other', 'member', ${id('m', `1 + n % ${ownRows}`)}, ${id('n', 'n')} from ${allRows}`,
    `insert into follows (follower_id, followed_id) select ${id('m', 'n')}, ${me} from generate_series(1, ${ownRows}) n`,
    `insert into follows (follower_id, followed_id) select ${me}, ${id('m', 'n')} from generate_series(1, ${ownRows}) n`,
  ]);
}, 120_000);
afterAll(() => app.close());

const timeKey = `2026-01-02 03:04:05.678901+00 id ${newId()}`;

test.each([
  ['likes', queries.listOwnLikes, timeKey],
  ['comments', queries.listOwnComments, newId()],
  ['likes of comments', queries.listOwnCommentLikes, newId()],
  ['saved posts', queries.listOwnSavedPosts, newId()],
  ['images', queries.listOwnImages, newId()],
  ['notifications', queries.listOwnNotifications, newId()],
  ['follows', queries.listFollowing, newId()],
  ['followers', queries.listFollowers, timeKey],
] as const)('a page of the viewer’s %s is read from the end of the last one', async (_name, read, cursor) => {
  const plans: string[] = [];
  await read(explaining(app, plans), member.id, cursor);
  expect(plans).toHaveLength(2);
  for (const plan of plans) expect(plan, plan).not.toMatch(/Seq Scan on (?!blocks)|Sort/);
});

test('pages neither repeat nor skip rows', async () => {
  for (const [read, pageSize] of [
    [queries.listOwnLikes, ownRows],
    [queries.listOwnImages, ownRows],
    [queries.listFollowers, ownRows],
  ] as const) {
    const keys = new Set<string>();
    let cursor = '';
    for (let page = await read(app.db, member.id, cursor); page.length > 0; page = await read(app.db, member.id, cursor)) {
      for (const { key } of page) keys.add(key);
      cursor = page.at(-1)!.key;
    }
    expect(keys.size).toBe(pageSize);
  }
});
