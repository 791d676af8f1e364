import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type pg from 'pg';
import { startEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts';
import { withDatabase } from '../database.ts';
import { addMember, keepStream, killDatabase, type Member, startNode } from '../outage-run.ts';
import { type DataFolder, makeStartedFolder } from '../server.ts';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

// Full size: MESSAGES_SECONDS=30 MESSAGES_PER_SECOND=500 MESSAGES_CONVERSATIONS=200 MESSAGES_DOWN=5 npx playwright test -c e2e journeys/message-ledger
const plan = {
  seconds: number('MESSAGES_SECONDS', 5),
  messagesPerSecond: number('MESSAGES_PER_SECOND', 40),
  conversations: number('MESSAGES_CONVERSATIONS', 10),
  readers: number('MESSAGES_READERS', 5),
  downFor: number('MESSAGES_DOWN', 1),
  killsNode: process.env['MESSAGES_NODE'] !== 'lives',
};

let folder: DataFolder;
test.beforeEach(async () => void (folder = await makeStartedFolder()));
test.afterEach(() => folder.remove());

test(
  'the database dies for a while, then a node: each acknowledged message is stored once, in order, and read by open screens',
  { tag: '@main' },
  async () => {
    const figures = await messageRun(folder.dataFolder, plan);
    console.log(JSON.stringify({ plan, figures }));
    expect(figures).toMatchObject({ lost: 0, doubled: 0, misplaced: 0, gaps: 0, unread: 0 });
  },
);

interface MessagePlan {
  seconds: number;
  messagesPerSecond: number;
  conversations: number;
  /** Conversations whose second member reads along by an event stream. */
  readers: number;
  /** Seconds without a database, starting after a third of the run; 0: no outage. */
  downFor: number;
  /** Kills one node after two thirds of the run. */
  killsNode: boolean;
}

interface MessageFigures {
  acknowledged: number;
  /** Number of responses by status other than 2xx; `none` means no response. Each request was retried on the other node. */
  refusals: Record<string, number>;
  lost: number;
  doubled: number;
  /** Messages of one sender in another order than they were sent. */
  misplaced: number;
  /** Conversations whose numbers have a gap. */
  gaps: number;
  /** Milliseconds from sending a message until a reader on either node has read it, after the first two seconds. */
  reached: { p50: number; p99: number; most: number };
  /** Messages that a reader did not read. */
  unread: number;
}

interface Conversation {
  id: string;
  members: readonly [Member, Member];
}

/** Milliseconds in which the nodes open connections and plan statements, which the figures leave out. */
const warmUp = 2_000;

/** Sends messages to two nodes, each member's in order, while the database and a node die. Compares what was acknowledged with what is stored and read. */
async function messageRun(dataFolder: string, plan: MessagePlan): Promise<MessageFigures> {
  let database = await startEmbedded(dataFolder);
  const nodes = await Promise.all([0, 0].map((off) => startNode(dataFolder, database, off)));
  const alive = [...nodes];
  try {
    const conversations = await withDatabase({ dataFolder }, (db) => addConversations(db, plan.conversations));
    const sentAt = new Map<string, number>();
    const reached: number[] = [];
    let began = performance.now();
    const readers = await Promise.all(
      conversations.slice(0, plan.readers).map((conversation, index) =>
        readAlong(
          () => alive[index % alive.length]!.url,
          conversation,
          (body) => {
            const at = sentAt.get(body)!;
            if (at - began > warmUp) reached.push(performance.now() - at);
          },
        ),
      ),
    );
    const acknowledged: { conversationId: string; memberId: string; body: string }[] = [];
    const refusals: Record<string, number> = {};
    began = performance.now();
    const senders = conversations.flatMap(({ id, members }) => members.map((member) => ({ id, member })));
    const each = Math.round((plan.seconds * plan.messagesPerSecond) / senders.length);
    const sendAll = senders.map(async ({ id, member }, sender) => {
      for (let n = 0; n < each; n += 1) {
        const due = ((n + sender / senders.length) / each) * plan.seconds * 1000;
        await wait(Math.max(0, due - (performance.now() - began)));
        const body = `${member.id} ${String(n).padStart(6, '0')}`;
        const key = randomUUID();
        sentAt.set(body, performance.now());
        for (let tries = sender; ; tries += 1) {
          const status = await send(alive[tries % alive.length]!.url, id, member, { body, key });
          if (status === '201') break;
          refusals[status] = (refusals[status] ?? 0) + 1;
          await wait(100 + Math.random() * 200);
        }
        acknowledged.push({ conversationId: id, memberId: member.id, body });
      }
    });
    const breakThings = async (): Promise<void> => {
      if (plan.downFor > 0) {
        await wait((plan.seconds * 1000) / 3);
        await killDatabase(dataFolder);
        await wait(plan.downFor * 1000);
        database = await startEmbedded(dataFolder);
      }
      if (plan.killsNode) {
        await wait(Math.max(0, (plan.seconds * 2000) / 3 - (performance.now() - began)));
        await alive.shift()!.end('SIGKILL');
      }
    };
    await Promise.all([...sendAll, breakThings()]);
    const expected = 2 * each;
    await expect
      .poll(() => readers.filter(({ read }) => read.size < expected).length, { timeout: 30_000, intervals: [100] })
      .toBe(0)
      .catch(() => undefined);
    const unread = readers.reduce((sum, { read }) => sum + expected - read.size, 0);
    for (const reader of readers) reader.close();
    reached.sort((a, b) => a - b);
    const at = (share: number): number => Math.round(reached[Math.min(reached.length - 1, Math.floor(reached.length * share))] ?? 0);
    return {
      acknowledged: acknowledged.length,
      refusals,
      ...(await withDatabase({ dataFolder }, (db) => compare(db, acknowledged))),
      reached: { p50: at(0.5), p99: at(0.99), most: at(1) },
      unread,
    };
  } finally {
    await Promise.all(alive.map((node) => node.end()));
    await database.stop();
  }
}

async function addConversations(db: pg.Client, count: number): Promise<Conversation[]> {
  const conversations: Conversation[] = [];
  for (let index = 0; index < count; index += 1) {
    const pair = [await addMember(db, 2 * index), await addMember(db, 2 * index + 1)] as const;
    const [first, second] = pair.map(({ id }) => id).toSorted();
    const id = randomUUID();
    await db.query(
      `with added as (insert into conversations (id, is_group, first_id, second_id, created_by) values ($1, false, $2, $3, $2) returning id)
       insert into conversation_members (conversation_id, member_id, state) select id, member_id, 'active' from added, unnest($4::uuid[]) member_id`,
      [id, first, second, [first, second]],
    );
    conversations.push({ id, members: pair });
  }
  return conversations;
}

/** Reads a conversation like an open screen: each event fetches what changed. `onRead` is called once for each text of the other member. */
async function readAlong(
  urlOf: () => string,
  { id, members: [other, viewer] }: Conversation,
  onRead: (body: string) => void,
): Promise<{ read: ReadonlySet<string>; close: () => void }> {
  const read = new Set<string>();
  const headers = { authorization: `Bearer ${viewer.token}` };
  let version = 0;
  let isAsked = false;
  let isReading = false;
  const state = { isClosed: false };
  const refetch = async (): Promise<void> => {
    isAsked = true;
    if (isReading) return;
    isReading = true;
    while (isAsked && !state.isClosed) {
      isAsked = false;
      const answer = await fetch(`${urlOf()}/api/v1/conversations/${id}/messages?since=${version}&per_page=50`, { headers }).catch(
        () => null,
      );
      if (answer?.ok) {
        const { data, meta } = (await answer.json()) as {
          data: { body: string; version: number }[];
          meta: { version: number; has_newer: boolean };
        };
        for (const { body } of data)
          if (!read.has(body)) {
            read.add(body);
            if (body.startsWith(other.id)) onRead(body);
          }
        version = meta.has_newer ? data.at(-1)!.version : meta.version;
        isAsked ||= meta.has_newer;
      } else {
        isAsked = true;
        await answer?.body?.cancel();
        await wait(200);
      }
    }
    isReading = false;
  };
  const stream = await keepStream(
    urlOf,
    viewer.token,
    (event) => void ((event === 'messages' || event === 'refresh') && refetch()),
    // Events may have been missed while the stream was closed.
    () => void refetch(),
  );
  return {
    read,
    close: () => {
      state.isClosed = true;
      stream.close();
    },
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 100 });

/** Returns the status, or 'none' without a whole answer. Costs less CPU than `fetch`, which would be measured with the nodes'. */
const send = (url: string, conversationId: string, { token }: Member, { body, key }: { body: string; key: string }): Promise<string> =>
  new Promise((resolve) => {
    const json = JSON.stringify({ body });
    const headers = {
      'authorization': `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': json.length,
      'idempotency-key': key,
    };
    const sending = request(
      `${url}/api/v1/conversations/${conversationId}/messages`,
      { agent, method: 'POST', headers, timeout: 30_000 },
      (answer) => answer.resume().on('close', () => resolve(answer.complete ? String(answer.statusCode) : 'none')),
    );
    sending
      .on('timeout', () => sending.destroy())
      .on('error', () => resolve('none'))
      .end(json);
  });

async function compare(
  db: pg.Client,
  acknowledged: readonly { conversationId: string; memberId: string; body: string }[],
): Promise<Pick<MessageFigures, 'lost' | 'doubled' | 'misplaced' | 'gaps'>> {
  const { rows } = await db.query<Pick<MessageFigures, 'lost' | 'doubled' | 'misplaced' | 'gaps'>>(
    `with sent as (select * from unnest($1::uuid[], $2::uuid[], $3::text[]) as s(conversation_id, author_id, body))
     select (select count(*)::int from sent s where not exists (
               select from messages m where m.conversation_id = s.conversation_id and m.author_id = s.author_id and m.body = s.body)) as lost,
            (select count(*)::int - count(distinct (conversation_id, author_id, body))::int from messages) as doubled,
            (select count(*)::int from (select body < lag(body) over (partition by conversation_id, author_id order by number) as is_before from messages) m
              where is_before) as misplaced,
            (select count(*)::int from (select conversation_id from messages group by conversation_id having max(number) <> count(*)) c) as gaps`,
    [
      acknowledged.map(({ conversationId }) => conversationId),
      acknowledged.map(({ memberId }) => memberId),
      acknowledged.map(({ body }) => body),
    ],
  );
  return rows[0]!;
}
