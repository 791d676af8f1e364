import type { Statements } from '../../db/database.ts';
import { preferenceOf } from '../notifications/preference-of.ts';

/** Notifications that one statement takes up: those of a member stay together as long as they fit. */
export const atATime = 500;

/**
 * Queues a mail for each member who has unread notifications of kinds that they want mailed at this pace, and marks those as mailed. Who was
 * mailed in the last six minutes waits: that is ten mails an hour at most. Answers how many notifications were taken up.
 */
export const queueDueMails = async (db: Statements, pace: 'instant' | 'daily', mailIds: readonly string[]): Promise<number> => {
  const row = await db.row<{ taken: number }>(
    `with due as (
       select n.member_id, n.id from notifications n
         join members m on m.id = n.member_id and m.is_live and m.email_verified_at is not null
        where n.read_at is null and n.created_at > now() - interval '2 days' and n.created_at < now() - interval '2 minutes'
          and m.email_notification_preferences ->> ${preferenceOf('n.type')} = $1
          and not exists (select from activity_mails a where a.member_id = n.member_id and a.notification_id = n.id)
          and not exists (select from activity_mails a where a.member_id = n.member_id and a.mailed_at > now() - interval '6 minutes')
        order by n.member_id, n.id limit 500),
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
     select (select count(*) from queued) as mails, (select count(*)::int from marked) as taken`,
    [pace, mailIds],
  );
  return row?.taken ?? 0;
};

export interface Recipient {
  id: string;
  name: string;
  email: string;
  locale: string | null;
}

/** A member who may come in, by an address that is theirs. */
export const findRecipient = (db: Statements, memberId: string) =>
  db.row<Recipient>(
    'select m.id, m.name, m.email, m.locale from members m where m.id = $1 and m.is_live and m.email_verified_at is not null',
    [memberId],
  );
