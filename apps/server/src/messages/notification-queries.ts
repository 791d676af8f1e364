import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../platform/db/database.ts';
import { isOnboarded } from '../platform/viewers.ts';
import { notMuted } from '../platform/visibility/members.ts';
import { conversationShown, messageShown } from '../platform/visibility/messages.ts';

/** Seconds until a message is pushed. An open conversation reads it before. Messages that follow within them are pushed with it. */
const pushDelay = 5;

/** Queues one push per device and conversation, for the members who want it. A waiting push stays and will show the newest message. */
export const queueMessagePushes = (tx: Statements, conversationId: string, authorId: string) =>
  tx.run(
    `select from conversation_members cm join members r on r.id = cm.member_id join push_subscriptions s on s.member_id = cm.member_id
      cross join lateral graphile_worker.add_job(
        'send_message_push',
        payload => json_build_object('member_id', cm.member_id, 'conversation_id', cm.conversation_id, 'subscription_id', s.id, 'tries', 0),
        run_at => now() + make_interval(secs => ${pushDelay}), job_key => 'message push ' || s.id || ' ' || cm.conversation_id, job_key_mode => 'preserve_run_at')
      where cm.conversation_id = $1 and cm.member_id <> $2 and cm.state = 'active' and not cm.is_muted
        and (r.push_notification_preferences ->> 'messages')::boolean and ${notMuted('cm.member_id', '$2')}`,
    [conversationId, authorId],
  );

/** SQL: the member, whose row is `cm`, accepted and did not mute the conversation `c`. */
const isHeard = `cm.state = 'active' and not cm.is_muted and ${conversationShown('cm.member_id', 'cm', 'c')}`;

/** SQL: messages after `from` that the member of `cm` is told of: of active authors whom the member did not mute, and not taken back. */
const toldOf = (from: string): string =>
  `messages msg join members a on a.id = msg.author_id and a.is_live
    where msg.conversation_id = cm.conversation_id and msg.number > ${from} and msg.author_id <> cm.member_id
      and msg.notice is null and msg.taken_back_at is null
      and ${messageShown('cm.member_id', 'cm', 'msg')} and ${notMuted('cm.member_id', 'msg.author_id')}`;

/** SQL: the newest unread messages of `cm`, enough to count them. */
const unreadSql = `select msg.id, msg.number, msg.author_id, msg.body, a.name from ${toldOf('cm.read_number')} order by msg.number desc limit 100`;

export interface UnreadConversation {
  conversation_id: string;
  /** Null for two members, and for groups without a title. */
  title: string | null;
  /** Name of the newest unread message's author. */
  name: string;
  /** Number of unread messages, at most 100. */
  count: number;
}

export type PushableMessage = UnreadConversation & {
  /** Beginning of the newest unread message. */
  text: string;
  images: number;
};

/** Returns undefined if the member has read the conversation, left or muted it, or does not want pushes. */
export const findPushableMessage = (db: Statements, memberId: string, conversationId: string): Promise<PushableMessage | undefined> =>
  db.row(
    `with cm as (
       select cm.*, c.title from conversation_members cm join conversations c on c.id = cm.conversation_id join members r on r.id = cm.member_id
        where cm.member_id = $1 and cm.conversation_id = $2 and ${isHeard} and (r.push_notification_preferences ->> 'messages')::boolean),
     unread as materialized (
       select cm.conversation_id, cm.title, u.* from cm cross join lateral (${unreadSql}) u)
     select u.conversation_id, u.title, u.name, left(u.body, ${limits.messageExcerpt}) as text,
            (select count(*)::int from message_images mi where mi.message_id = u.id) as images, (select count(*)::int from unread) as count
       from unread u order by u.number desc limit 1`,
    [memberId, conversationId],
  );

export type MailableConversation = UnreadConversation & {
  /** Number of authors of the unread messages. */
  people: number;
};

/** Conversations that the member has still not read, the newest first. */
export const listMailable = (db: Statements, memberId: string, conversationIds: readonly string[]): Promise<MailableConversation[]> =>
  db.rows(
    `select cm.conversation_id, c.title, u.name, u.count, u.people
       from conversation_members cm join conversations c on c.id = cm.conversation_id
       join members r on r.id = cm.member_id and r.email_notification_preferences ->> 'messages' <> 'off'
       cross join lateral (
         select count(*)::int as count, count(distinct unread.author_id)::int as people, (array_agg(unread.name order by unread.number desc))[1] as name
           from (${unreadSql}) unread) u
      where cm.member_id = $1 and cm.conversation_id = any ($2::uuid[]) and ${isHeard} and u.count > 0
      order by cm.last_at desc, cm.conversation_id desc limit 100`,
    [memberId, conversationIds],
  );

/**
 * SQL: an unread message waits between 15 minutes and two days, was not mailed yet, and the member wants mails at the pace `$1`.
 * `offset 0` keeps PostgreSQL from joining all messages of the conversation: a subquery reads only the unread ones.
 */
const isDue = `cm.last_at > now() - interval '2 days' and cm.last_number > cm.read_number and cm.last_number > cm.mailed_number and ${isHeard}
  and r.email_notification_preferences ->> 'messages' = $1
  and exists (select from ${toldOf('greatest(cm.read_number, cm.mailed_number)')}
    and msg.created_at > now() - interval '2 days' and msg.created_at < now() - interval '${limits.messageMailMinutes} minutes' offset 0)`;

/** SQL: the member was not mailed in the last hour. */
const isRested = `not exists (
  select from conversation_members mailed where mailed.member_id = cm.member_id and mailed.mailed_at > now() - interval '1 hour')`;

/** Returns one member to whom `queueDueMessageMails` would send an instant mail. */
export const listInstantMessageMails = (db: Statements): Promise<unknown[]> =>
  db.rows(
    `select from conversation_members cm join conversations c on c.id = cm.conversation_id join members r on r.id = cm.member_id and ${isOnboarded('r')}
      where ${isDue} and ${isRested} limit 1`,
    ['instant'],
  );

/**
 * Queues one mail per member with due conversations, and marks them as mailed, in at most 1,000 conversations. Skips members who were
 * mailed in the last hour, and rows that are being written, so sending never waits for it. `zones` limits the members; '' means members
 * without a time zone. Returns the number of mails.
 */
export const queueDueMessageMails = async (
  db: Statements,
  pace: 'instant' | 'daily',
  { zones, mailIds }: { zones: readonly string[] | null; mailIds: readonly string[] },
): Promise<number> => {
  const row = await db.row<{ queued: number }>(
    `with members_due as (
       select distinct cm.member_id
         from conversation_members cm join conversations c on c.id = cm.conversation_id join members r on r.id = cm.member_id and ${isOnboarded('r')}
        where ${isDue} and ${isRested} and ($3::text[] is null or coalesce(r.time_zone, '') = any ($3))
        order by cm.member_id limit 100),
     due as (
       select cm.conversation_id, cm.member_id
         from members_due d join conversation_members cm on cm.member_id = d.member_id
         join conversations c on c.id = cm.conversation_id join members r on r.id = cm.member_id
        where ${isDue} order by cm.member_id, cm.last_at desc limit 1000 for no key update of cm skip locked),
     marked as (
       update conversation_members cm set mailed_number = cm.last_number, mailed_at = now() from due
        where cm.conversation_id = due.conversation_id and cm.member_id = due.member_id
       returning cm.member_id, cm.conversation_id),
     mails as (
       select member_id, array_agg(conversation_id) as ids, row_number() over (order by member_id) as position from marked group by member_id),
     queued as (
       select from mails cross join lateral graphile_worker.add_job(
         'send_message_mail',
         payload => json_build_object('member_id', member_id, 'conversation_ids', ids, 'mail_id', ($2::uuid[])[position]),
         max_attempts => 12))
     select count(*)::int as queued from queued`,
    [pace, mailIds, zones],
  );
  return row?.queued ?? 0;
};
