import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Statements } from '../platform/db/database.ts';
import { listChangedConversations } from '../platform/events/queries.ts';
import { highestId, newId } from '../platform/ids.ts';
import { addTestMembers, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../testing/many-rows.ts';
/** @module-tag world */
import * as conversations from './conversation-queries.ts';
import * as messages from './message-queries.ts';
import { listFoundIds } from './message-queries.ts';
import { findPushableMessage, listMailable, queueDueMessageMails, queueMessagePushes } from './notification-queries.ts';

describe('lists of messages', () => {
  // The first member has 2,000 conversations, every fourth unread and every tenth a request. The first conversation has 100,000 messages.
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [
      addMemberRows(4_000),
      `insert into conversations (id, is_group, first_id, second_id, last_number, version)
       select ${rowId(7, 'n')}, false, ${rowId(1, '1')}, ${rowId(1, 'n + 1')}, case when n = 1 then 100000 else 20 end, 100000
         from generate_series(1, 2000) n`,
      `insert into conversation_members (conversation_id, member_id, state, last_number, last_at, read_number)
       select c.id, m.id, case when m.id = c.first_id and n % 10 = 2 then 'requested' else 'active' end, c.last_number, now() - n * interval '1 minute',
              case when n = 1 then 50000 when n % 4 = 0 and m.id = c.first_id then 10 else c.last_number end
         from generate_series(1, 2000) n join conversations c on c.id = ${rowId(7, 'n')} join members m on m.id in (c.first_id, c.second_id)`,
      `update conversation_members set pinned_at = now() where member_id = ${rowId(1, '1')} and last_at < now() - interval '1990 minutes'`,
      `insert into messages (id, conversation_id, number, version, author_id, body)
       select ${rowId(8, '100 * n + i')}, c.id, i, i, case when i % 2 = 0 then c.first_id else c.second_id end, 'A cloth'
         from generate_series(1, 2000) n join conversations c on c.id = ${rowId(7, 'n')} cross join lateral generate_series(1, least(c.last_number, 20)) i`,
      `insert into messages (id, conversation_id, number, version, author_id, body)
       select ${rowId(9, 'i')}, ${rowId(7, '1')}, i, i, ${rowId(1, '1 + i % 2')}, 'A cloth' from generate_series(21, 100000) i`,
    ]);
  }, 240_000);
  afterAll(() => app.close());

  const id = async (kind: 1 | 7 | 9, n = 1): Promise<string> =>
    (await app.db.row<{ id: string }>(`select ${rowId(kind, String(n))} as id`))!.id;
  const first = { after: { time: 'infinity', id: highestId }, limit: 21 } as const;
  const middle = { after: { time: new Date(Date.now() - 24 * 60 * 60_000).toISOString(), id: highestId }, limit: 21 } as const;

  const lists: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
    ['the inbox', /conversation_members_inbox/, async (db) => conversations.listUnpinnedRows(db, await id(1), first)],
    ['a later page of the inbox', /conversation_members_inbox/, async (db) => conversations.listUnpinnedRows(db, await id(1), middle)],
    ['unread conversations', /conversation_members_unread/, async (db) => conversations.listUnreadRows(db, await id(1), first)],
    ['requests', /conversation_members_requests/, async (db) => conversations.listRequestRows(db, await id(1), first)],
    [
      'older messages',
      /messages_number/,
      async (db) => messages.listSlice(db, await id(1), { conversationId: await id(7), limit: 21 }, ['before', 50_000]),
    ],
    [
      'newer messages',
      /messages_number/,
      async (db) => messages.listSlice(db, await id(1), { conversationId: await id(7), limit: 51 }, ['from', 50_000]),
    ],
    [
      'changed messages',
      /messages_changed/,
      async (db) => messages.listSlice(db, await id(1), { conversationId: await id(7), limit: 51 }, ['changedSince', 90_000]),
    ],
  ];

  const cases: typeof lists = [
    ...lists,
    ['pinned conversations', /conversation_members_pinned/, async (db) => conversations.listPinnedRows(db, await id(1), first.after)],
    [
      'the counts',
      /conversation_members_unread[^]*conversation_members_requests/,
      async (db) => conversations.countUnreadAndRequests(db, await id(1)),
    ],
    ['the first unread message', /messages_number/, async (db) => conversations.findOpened(db, await id(1), await id(7))],
    ['a conversation', /messages_number/, async (db) => conversations.findConversationRow(db, await id(1), await id(7))],
    ['the newest messages', /messages_number/, async (db) => messages.listLastMessageRows(db, await id(1), [await id(7), await id(7, 2)])],
    ['single messages', /messages_pkey/, async (db) => messages.listMessageRows(db, await id(1), [await id(9, 100)])],
    [
      'the conversation of two members',
      /conversations_(?:of_pair|second)/,
      async (db) => conversations.findPair(db, await id(1), await id(1, 2)),
    ],
    ['what decides about a message', /conversations_pkey/, async (db) => messages.findSending(db, await id(1), await id(7))],
    [
      'the conversations of a resumed stream',
      /conversation_members_(?:inbox|member)\b[^]*conversation_members_requests/,
      async (db) => listChangedConversations(db, [{ memberId: await id(1), behind: 3n }]),
    ],
    ['a read receipt', /conversation_members_pkey/, async (db) => conversations.setRead(db, await id(1), await id(7), 60_000)],
  ];

  test.each(cases)('the query uses an index: %s', async (_name, index, ask) => {
    const plans: string[] = [];
    await ask(explaining(app, plans));
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).toMatch(index);
    expect(plans.filter((plan) => /Seq Scan on (?:messages|conversations|conversation_members|members)\b/.test(plan))).toEqual([]);
  });

  test.each(lists)('a page stops at its limit: %s', async (_name, _index, ask) => {
    const plans: string[] = [];
    await ask(explaining(app, plans));
    for (const plan of plans) expect(plan).not.toMatch(/Limit.*\n *->  (?:Result.*\n *->  )?(?:Incremental )?Sort/);
  });
});

describe('search in messages', () => {
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
});

describe('notifications of messages', () => {
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
});
