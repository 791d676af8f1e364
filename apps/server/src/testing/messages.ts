import type { Conversation } from '@mbari/contract/messages/conversations';
import type { Message } from '@mbari/contract/messages/messages';
import { newId, newSecretId } from '../platform/ids.ts';
import type { TestAnswer, TestApp, TestMember } from './app.ts';

export const follow = async ({ db }: Pick<TestApp, 'db'>, follower: { id: string }, followed: { id: string }): Promise<void> => {
  await db.run(
    `with added as (insert into follows (follower_id, followed_id) values ($1, $2) on conflict do nothing returning follower_id)
     update members m set following_count = m.following_count + (m.id = $1)::int, followers_count = m.followers_count + (m.id = $2)::int
       from added where m.id in ($1, $2)`,
    [follower.id, followed.id],
  );
};

/** Starts a conversation with one member. `body` fields override those of the call. */
export const startTestConversation = (
  app: TestApp,
  from: TestMember,
  to: { id: string } | { id: string }[],
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<TestAnswer> =>
  app.call('POST', '/conversations', {
    token: from.token,
    headers,
    json: { member_ids: [to].flat().map(({ id }) => id), message: { body: 'Ndewo' }, ...body },
  });

/** Adds a conversation that all members have accepted. Groups have a title. */
export async function addTestConversation(
  app: TestApp,
  from: TestMember,
  to: TestMember | TestMember[],
  body: Record<string, unknown> = {},
): Promise<{ id: string; message: Message }> {
  for (const member of [to].flat()) await follow(app, member, from);
  const { status, json } = await startTestConversation(
    app,
    from,
    to,
    Array.isArray(to) ? { is_group: true, title: 'Weavers', ...body } : body,
  );
  if (status !== 201) throw new Error(JSON.stringify(json));
  return { id: (json.data as Conversation).id, message: json.sent };
}

export const sendTestMessage = (
  app: TestApp,
  from: TestMember,
  conversation: { id: string },
  message: string | Record<string, unknown> = 'Ndewo',
  headers: Record<string, string> = {},
): Promise<TestAnswer> =>
  app.call('POST', `/conversations/${conversation.id}/messages`, {
    token: from.token,
    headers,
    json: typeof message === 'string' ? { body: message } : message,
  });

/** Inserts an unsent upload whose image has no file. */
export async function addTestMessageImage({ db }: Pick<TestApp, 'db'>, owner: { id: string }): Promise<{ id: string }> {
  const id = newSecretId();
  await db.run(
    `with added as (
       insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       values ($1, $2, 'message', 1600, 1200, '#884422', '\\x0102030405', '{320,640,1280}', 1000) returning id, member_id)
     insert into message_images (image_id, member_id, alt) select id, member_id, 'A loom' from added`,
    [id, owner.id],
  );
  return { id };
}

/** Inserts a group with one message, by the first member. Members are active, those in `asked` have a request. */
export async function insertTestGroup(
  { db }: Pick<TestApp, 'db'>,
  [creator, ...others]: [{ id: string }, ...{ id: string }[]],
  { asked = [], title = null, body = 'Ndewo' }: { asked?: { id: string }[]; title?: string | null; body?: string } = {},
): Promise<{ id: string; message: { id: string } }> {
  const [id, message] = [newId(), newId()];
  await db.run(
    `with added as (insert into conversations (id, is_group, title, created_by, last_number, version) values ($1, true, $2, $3, 1, 1)),
          joined as (
            insert into conversation_members (conversation_id, member_id, state, last_number, read_number)
            select $1, id, case when id = any($5::uuid[]) then 'requested' else 'active' end, 1, (id = $3)::int from unnest($4::uuid[]) as m(id))
     insert into messages (id, conversation_id, number, version, author_id, body) values ($6, $1, 1, 1, $3, $7)`,
    [id, title, creator.id, [creator, ...others, ...asked].map((member) => member.id), asked.map((member) => member.id), message, body],
  );
  return { id, message: { id: message } };
}
