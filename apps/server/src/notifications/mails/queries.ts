import type { ForumSettings } from '@mbari/contract/people/members';
import type { Statements } from '../../platform/db/database.ts';
import { isOnboarded } from '../../platform/viewers.ts';
import { topicListed, topicMuted } from '../../platform/visibility/forum.ts';
import { photoListed, photoPublic } from '../../platform/visibility/photos.ts';
import { preferenceSql } from '../delivery-sql.ts';
import { isListed, notificationColumns, type NotificationRow, subjectJoins } from '../queries.ts';

export const mailsPerBatch = 100;

/** SQL: unread, two minutes to two days old, not mailed yet, and of a kind with the mail preference `$1`. */
const isDue = `${isOnboarded('m')}
  and n.read_at is null and n.created_at > now() - interval '2 days' and n.created_at < now() - interval '2 minutes'
  and m.email_notification_preferences ->> ${preferenceSql('n.type')} = $1
  and not exists (select from activity_mails a where a.member_id = n.member_id and a.notification_id = n.id)`;

/** SQL: the member was not mailed in the last six minutes, which limits mails to ten an hour. */
const isRested = `not exists (select from activity_mails a where a.member_id = n.member_id and a.mailed_at > now() - interval '6 minutes')`;

/** Returns one member to whom `queueDueMails` would send an instant mail. */
export const listInstantMails = (db: Statements): Promise<unknown[]> =>
  db.rows(`select from notifications n join members m on m.id = n.member_id where ${isDue} and ${isRested} limit 1`, ['instant']);

/**
 * Queues one mail per member with due notifications. Marks up to 1,000 notifications per member as mailed. `zones` limits the members; '' means members without a time zone. Returns the
 * number of mails.
 */
export const queueDueMails = async (
  db: Statements,
  pace: 'instant' | 'daily',
  { zones, mailIds }: { zones: readonly string[] | null; mailIds: readonly string[] },
): Promise<number> => {
  const row = await db.row<{ queued: number }>(
    `with members_due as (
       select distinct n.member_id from notifications n join members m on m.id = n.member_id
        where ${isDue} and ${isRested} and ($3::text[] is null or coalesce(m.time_zone, '') = any ($3))
        order by n.member_id limit 100),
     due as (
       select unmailed.member_id, unmailed.id from members_due d cross join lateral (
         select n.member_id, n.id from notifications n join members m on m.id = n.member_id
          where n.member_id = d.member_id and ${isDue} order by n.id limit 1000) unmailed),
     marked as (
       insert into activity_mails (member_id, notification_id) select member_id, id from due on conflict do nothing
       returning member_id, notification_id),
     mails as (
       select member_id, array_agg(notification_id) as ids, row_number() over (order by member_id) as position from marked group by member_id),
     queued as (
       select from mails cross join lateral graphile_worker.add_job(
         'send_activity_mail',
         payload => json_build_object('member_id', member_id, 'notification_ids', ids, 'mail_id', ($2::uuid[])[position]),
         max_attempts => 12))
     select count(*)::int as queued from queued`,
    [pace, mailIds, zones],
  );
  return row?.queued ?? 0;
};

interface Recipient {
  id: string;
  name: string;
  email: string;
  locale: string | null;
}

export const findRecipient = (db: Statements, memberId: string) =>
  db.row<Recipient>(`select m.id, m.name, m.email, m.locale from members m where m.id = $1 and ${isOnboarded('m')}`, [memberId]);

/** Distinct time zones of members, by an index skip scan. At most about 400. */
export const listTimeZones = async (db: Statements): Promise<string[]> => {
  const rows = await db.rows<{ time_zone: string }>(
    `with recursive zones as (
       select min(time_zone) as time_zone from members where time_zone is not null
       union all
       select (select min(m.time_zone) from members m where m.time_zone > z.time_zone) from zones z where z.time_zone is not null)
     select time_zone from zones where time_zone is not null limit 1000`,
  );
  return rows.map(({ time_zone }) => time_zone);
};

const wantsDigestSql = (m: string): string => `${m}.email_notification_preferences ->> 'digest' = 'weekly' and ${isOnboarded(m)}`;

/**
 * Queues the weekly digest for members in these time zones; '' means members without a time zone. Returns the number of due members.
 * Each gets one digest a week, also with several nodes.
 */
export const queueDueDigests = async (db: Statements, zones: readonly string[], mailIds: readonly string[]): Promise<number> => {
  const row = await db.row<{ due: number }>(
    `with due as (
       select m.id from members m
        where ${wantsDigestSql('m')} and coalesce(m.time_zone, '') = any ($1)
          and not exists (select from digests d where d.member_id = m.id and d.queued_at > now() - interval '6 days')
        order by m.id limit 100),
     marked as (
       insert into digests (member_id) select id from due
       on conflict (member_id) do update set queued_at = now() where digests.queued_at <= now() - interval '6 days'
       returning member_id),
     queued as (
       select from (select member_id, row_number() over (order by member_id) as position from marked) m
         cross join lateral graphile_worker.add_job(
           'send_digest',
           payload => json_build_object('member_id', member_id, 'mail_id', ($2::uuid[])[position]),
           max_attempts => 12))
     select (select count(*) from queued) as mails, (select count(*)::int from due) as due`,
    [zones, mailIds],
  );
  return row?.due ?? 0;
};

export const wantsDigest = async (db: Statements, memberId: string): Promise<boolean> =>
  (await db.row(`select from members m where m.id = $1 and ${wantsDigestSql('m')}`, [memberId])) !== undefined;

export interface DigestPost {
  id: string;
  title: string;
  author: string;
  /** First image, if public. */
  image: { id: string; widths: number[] } | null;
}

/** Lists the five hottest listable posts by others in the last seven days. */
export const listDigestPosts = (db: Statements, memberId: string): Promise<DigestPost[]> =>
  db.rows(
    `select p.id, p.title, m.name as author,
            case when ${photoPublic('p', 'm')} then (
              select jsonb_build_object('id', i.id, 'widths', i.widths)
                from photo_images pi join images i on i.id = pi.image_id and i.deleted_at is null where pi.photo_id = p.id order by pi.position limit 1) end as image
       from photos p join members m on m.id = p.member_id
      where p.heat >= extract(epoch from now() - interval '7 days')::double precision / 129600
        and p.created_at > now() - interval '7 days' and p.member_id <> $1 and ${photoListed('$1', 'p', 'm')}
      order by p.heat desc, p.id desc limit 5`,
    [memberId],
  );

/** Lists the five highest-scored listable topics by others in the last seven days. */
export const listDigestTopics = (db: Statements, memberId: string): Promise<{ id: string; slug: string; title: string }[]> =>
  db.rows(
    `select t.id, t.slug, t.title from forum_topics t
      where t.created_at > now() - interval '7 days' and t.author_id is distinct from $1 and ${topicListed('$1', 't')} and not ${topicMuted('$1', 't')}
      order by t.score desc, t.id desc limit 5`,
    [memberId],
  );

/** Also updates members who cannot sign in. Returns 0 if the account was erased. */
export const updateEmailPreferences = (db: Statements, memberId: string, preferences: ForumSettings['email_notification_preferences']) =>
  db.run('update members set email_notification_preferences = $2 where id = $1', [memberId, JSON.stringify(preferences)]);

export type UnreadRow = NotificationRow & { group_key: string };

export const listMailableRows = (db: Statements, memberId: string, ids: readonly string[]): Promise<UnreadRow[]> =>
  db.rows(
    `select ${notificationColumns}, n.group_key
       from notifications n join members r on r.id = n.member_id and r.email_notification_preferences ->> ${preferenceSql('n.type')} <> 'off' ${subjectJoins}
      where n.member_id = $1 and n.id = any ($2::uuid[]) and n.read_at is null and ${isListed} order by n.id desc limit 500`,
    [memberId, ids],
  );
