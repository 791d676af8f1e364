import type { ForumSettings } from '@mbari/contract/shapes/members';
import type { Statements } from '../../platform/db/database.ts';
import { isOnboarded } from '../../platform/members/viewers.ts';
import { topicListed, topicMuted } from '../../platform/visibility/forum.ts';
import { photoListed, photoPublic } from '../../platform/visibility/photos.ts';
import { preferenceOf } from '../preference-of.ts';

/** Members whose mails one statement queues. */
export const atATime = 100;

/** Unread, some minutes old, of a kind that its member wants mailed at the pace of `$1`, and not mailed yet. */
const isDue = `${isOnboarded('m')}
  and n.read_at is null and n.created_at > now() - interval '2 days' and n.created_at < now() - interval '2 minutes'
  and m.email_notification_preferences ->> ${preferenceOf('n.type')} = $1
  and not exists (select from activity_mails a where a.member_id = n.member_id and a.notification_id = n.id)`;

/**
 * Queues a mail for each member who has unread notifications of kinds that they want mailed at this pace, and marks those as mailed, all of a
 * member's together: a thousand at most. Who was mailed in the last six minutes waits: that is ten mails an hour at most. With `zones`, only
 * who is in one of these; '' stands for members without one. Answers how many members a mail was queued for.
 */
export const queueDueMails = async (
  db: Statements,
  pace: 'instant' | 'daily',
  { zones, mailIds }: { zones: readonly string[] | null; mailIds: readonly string[] },
): Promise<number> => {
  const row = await db.row<{ queued: number }>(
    `with members_due as (
       select distinct n.member_id from notifications n join members m on m.id = n.member_id
        where ${isDue} and ($3::text[] is null or coalesce(m.time_zone, '') = any ($3))
          and not exists (select from activity_mails a where a.member_id = n.member_id and a.mailed_at > now() - interval '6 minutes')
        order by n.member_id limit 100),
     due as (
       select own.member_id, own.id from members_due d cross join lateral (
         select n.member_id, n.id from notifications n join members m on m.id = n.member_id
          where n.member_id = d.member_id and ${isDue} order by n.id limit 1000) own),
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

export interface Recipient {
  id: string;
  name: string;
  email: string;
  locale: string | null;
}

export const findRecipient = (db: Statements, memberId: string) =>
  db.row<Recipient>(`select m.id, m.name, m.email, m.locale from members m where m.id = $1 and ${isOnboarded('m')}`, [memberId]);

/** The time zones that members chose, some four hundred at most: one step in the index for each. */
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

/** Wants to hear once a week what happened here. */
const wantsDigest = (m: string): string => `${m}.email_notification_preferences ->> 'digest' = 'weekly' and ${isOnboarded(m)}`;

/**
 * Queues a mail of the week for each member who wants one and is in one of these time zones; '' stands for members without one. Answers how
 * many were due. One is queued a week, whichever node does it.
 */
export const queueDueDigests = async (db: Statements, zones: readonly string[], mailIds: readonly string[]): Promise<number> => {
  const row = await db.row<{ due: number }>(
    `with due as (
       select m.id from members m
        where ${wantsDigest('m')} and coalesce(m.time_zone, '') = any ($1)
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

/** A member who still wants the mail of the week. */
export const findDigestReader = (db: Statements, memberId: string) =>
  db.row<Recipient>(`select m.id, m.name, m.email, m.locale from members m where m.id = $1 and ${wantsDigest('m')}`, [memberId]);

export interface DigestPost {
  id: string;
  title: string;
  author: string;
  /** Its first, where everybody may see it. */
  image: { id: string; widths: number[] } | null;
}

/** Of the last seven days, the five posts of others that are talked about most and are listed for the member. */
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

/** … and the five topics that others began. */
export const listDigestTopics = (db: Statements, memberId: string): Promise<{ id: string; slug: string; title: string }[]> =>
  db.rows(
    `select t.id, t.slug, t.title from forum_topics t
      where t.created_at > now() - interval '7 days' and t.author_id is distinct from $1 and ${topicListed('$1', 't')} and not ${topicMuted('$1', 't')}
      order by t.score desc, t.id desc limit 5`,
    [memberId],
  );

/** Whether or not they may come in; nothing where they were erased. */
export const setEmailPreferences = (db: Statements, memberId: string, preferences: ForumSettings['email_notification_preferences']) =>
  db.run('update members set email_notification_preferences = $2 where id = $1', [memberId, JSON.stringify(preferences)]);
