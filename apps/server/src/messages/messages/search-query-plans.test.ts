/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../../platform/db/database.ts';
import { highestId } from '../../platform/ids.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import { listFoundIds } from './search-queries.ts';

const conversationsCount = 4_000;
const messagesCount = 100_000;

let app: TestApp;
let viewer: string;
let writer: string;
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    addMemberRows(100),
    `insert into conversations (id, is_group, last_number, version) select ${rowId(2, 'n')}, true, 25, 25 from generate_series(1, ${conversationsCount}) n`,
    // The viewer has 40 conversations, and the writer 2,000.
    `insert into conversation_members (conversation_id, member_id, state, last_number)
       select ${rowId(2, 'n')}, ${rowId(1, '1')}, 'active', 25 from generate_series(1, ${conversationsCount}, 100) n
       union all select ${rowId(2, 'n')}, ${rowId(1, '2')}, 'active', 25 from generate_series(2, ${conversationsCount}, 2) n
       union all select ${rowId(2, 'n')}, ${rowId(1, '3 + n % 97')}, 'active', 25 from generate_series(1, ${conversationsCount}) n`,
    `insert into messages (id, conversation_id, number, version, author_id, body)
       select ${rowId(3, 'n')}, ${rowId(2, `1 + n % ${conversationsCount}`)}, 1 + n / ${conversationsCount}, 1, ${rowId(1, '3 + n % 97')},
              'Indigo ' || n || case when n % 10000 = 1 then ' quokka' else '' end
         from generate_series(0, ${messagesCount - 1}) n`,
  ]);
  [viewer, writer] = (await app.db.rows<{ id: string }>('select id from members order by id limit 2')).map(({ id }) => id) as [
    string,
    string,
  ];
}, 120_000);
afterAll(() => app.close());

const search = (db: Statements, memberId: string, words: string): Promise<string[]> =>
  listFoundIds(db, memberId, { words, conversationId: null, before: highestId, limit: 21 });

test('a search reads messages by the index of words and conversations', async () => {
  const plans: string[] = [];
  for (const member of [viewer, writer])
    for (const words of ["'indigo'", "'quokka'", "!'quokka'"]) await search(explaining(app, plans), member, words);
  expect(plans).toHaveLength(12);
  const careless = (plan: string): boolean =>
    !plan.includes('Bitmap Index Scan on messages_search') || /Seq Scan on (?:messages|conversation)/.test(plan);
  expect(plans.filter(careless)).toEqual([]);
});

test('a search finds the newest messages of 40 and of 2,000 conversations', async () => {
  for (const member of [viewer, writer]) expect(await search(app.db, member, "'indigo'")).toHaveLength(21);
  expect(await search(app.db, writer, "'quokka'")).toHaveLength(10);
});
