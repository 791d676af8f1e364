/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMembers, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { explaining } from '../../testing/many-rows.ts';
import { findPushableMessage, listMailable, queueDueMessageMails, queueMessagePushes } from './queries.ts';

let app: TestApp;
let ada: TestMember;
let conversation: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  const [reader, writer, ...others] = await addTestMembers(app, 'Ada', 'Bisi', ...Array.from({ length: 200 }, (_, n) => `Member ${n}`));
  ada = reader;
  // 19,900 pairs of 200 members, in which Bisi's older conversations are unread for up to a year. Ada has one with 20,000 messages.
  await app.db.run(
    `with people as (select id from unnest($1::uuid[]) id),
       pairs as (
         insert into conversations (id, is_group, first_id, second_id, last_number)
         select gen_random_uuid(), false, a.id, b.id, 1 from people a join people b on a.id < b.id returning id, first_id, second_id),
       numbered as (select *, now() - row_number() over () * interval '26 minutes' as at from pairs),
       sent as (
         insert into messages (id, conversation_id, number, version, author_id, body, created_at)
         select gen_random_uuid(), id, 1, 1, first_id, 'Ndewo', at from numbered)
     insert into conversation_members (conversation_id, member_id, state, last_number, last_at, read_number)
     select id, m, 'active', 1, at, case when m = first_id then 1 else 0 end from numbered cross join lateral unnest(array[first_id, second_id]) m`,
    [others.map(({ id }) => id)],
  );
  conversation = { id: newId() };
  await app.db.run(
    `with c as (insert into conversations (id, is_group, last_number) values ($1, true, 20000)),
       m as (insert into conversation_members (conversation_id, member_id, state, last_number) select $1, m, 'active', 20000 from unnest(array[$2, $3]::uuid[]) m)
     insert into messages (id, conversation_id, number, version, author_id, body) select gen_random_uuid(), $1, n, n, $3, 'Ndewo' from generate_series(1, 20000) n`,
    [conversation.id, ada.id, writer.id],
  );
  const client = await app.db.pool.connect();
  try {
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
});
afterAll(() => app.close());

const reads: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  ['devices of a message', /conversation_members_pkey/, (db) => queueMessagePushes(db, conversation.id, ada.id)],
  ['an unread message', /messages_number/, (db) => findPushableMessage(db, ada.id, conversation.id)],
  ['conversations of a mail', /messages_number/, (db) => listMailable(db, ada.id, [conversation.id])],
  [
    'due mails',
    /conversation_members_unmailed[^]*messages_number[^]*AND \(number > /,
    (db) => queueDueMessageMails(db, 'instant', { zones: null, mailIds: [newId()] }),
  ],
];

test.each(reads)('%s: uses an index and no sequential scan', async (_name, index, runQuery) => {
  const plans: string[] = [];
  await runQuery(explaining(app, plans));
  expect(plans.filter((plan) => !index.test(plan) || /Seq Scan on (messages|conversation_members|conversations)/.test(plan))).toEqual([]);
});
