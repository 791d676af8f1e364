import type { Measure } from '@mbari/contract/community/health';
import type { Statements } from '../platform/db/database.ts';
import { photoThere, reachesAll } from '../platform/visibility/photos.ts';

interface Tally {
  measure: Measure;
  /** `2026-01-31` */
  day: string;
  value: number;
}

/** Range of days in the site's time zone. `firstId` is a lower bound for the ids of the counted rows. */
interface Days {
  from: string;
  to: string;
  zone: string;
  firstId: string;
}

export const findLastTallyDay = async (db: Statements, zone: string): Promise<{ last: string | null; today: string }> =>
  (await db.row<{ last: string | null; today: string }>(
    `select (select max(day)::text from daily_tallies where measure = 'members') as last, (now() at time zone $1)::date::text as today`,
    [zone],
  ))!;

/** Records the members active in the last two days. `sessions.used_at` is updated at least hourly during use. */
export const insertActiveDays = (db: Statements, zone: string): Promise<number> =>
  db.run(
    `insert into active_days (day, member_id)
     select distinct (s.used_at at time zone $1)::date, s.member_id from sessions s where s.used_at > now() - interval '2 days'
     on conflict do nothing`,
    [zone],
  );

export const deleteOldActiveDays = (db: Statements, today: string): Promise<number> =>
  db.run('delete from active_days where day < $1::date - 14', [today]);

/** Computes all tallies of a range of days. Overwrites earlier tallies. */
export const upsertTallies = (db: Statements, { from, to, zone, firstId }: Days): Promise<number> =>
  db.run(
    `with days as (select d::date as day from generate_series($1::date, $2::date, interval '1 day') d),
     tallies as (
       select 'members' as measure, days.day, (
                select count(*) from members m where m.is_live and m.email_verified_at is not null
                   and (m.created_at at time zone $3)::date <= days.day)::double precision as value from days
       union all
       select 'storage', days.day, (
                select coalesce(sum(i.bytes), 0) from images i where i.deleted_at is null and (i.created_at at time zone $3)::date <= days.day) from days
       union all
       select 'photos', days.day, coalesce(daily.n, 0) from days left join (
         select (p.created_at at time zone $3)::date as day, count(*) as n from photos p
          where p.id >= $4::uuid and p.deleted_at is null and p.removed_at is null group by 1) daily using (day)
       union all
       select 'comments', days.day, coalesce(daily.n, 0) from days left join (
         select (c.created_at at time zone $3)::date as day, count(*) as n from comments c
          where c.id >= $4::uuid and c.deleted_at is null group by 1) daily using (day)
       union all
       select 'forum_posts', days.day, coalesce(daily.n, 0) from days left join (
         select (p.created_at at time zone $3)::date as day, count(*) as n from forum_posts p
          where p.id >= $4::uuid and p.is_there group by 1) daily using (day)
       union all
       select 'active_day', a.day, count(*) from active_days a join days using (day) group by a.day
       union all
       select 'active_week', days.day, (select count(distinct a.member_id) from active_days a where a.day > days.day - 7 and a.day <= days.day)
         from days where exists (select from active_days a where a.day <= days.day - 6)
       union all
       select 'first_reply', days.day, percentile_cont(0.5) within group (order by replies.seconds)
         from days join (
           select (t.created_at at time zone $3)::date as day, extract(epoch from reply.at - t.created_at) as seconds
             from forum_topics t cross join lateral (
               select min(p.created_at) as at from forum_posts p
                where p.topic_id = t.id and p.is_there and p.author_id is distinct from t.author_id) reply
            where t.id >= $4::uuid and t.is_there and reply.at is not null) replies
           on replies.day > days.day - 7 and replies.day <= days.day
        group by days.day
       union all
       select 'report_handling', days.day, percentile_cont(0.5) within group (order by extract(epoch from r.resolved_at - r.created_at))
         from days join reports r on (r.resolved_at at time zone $3)::date > days.day - 7 and (r.resolved_at at time zone $3)::date <= days.day
        group by days.day
       union all
       select 'described', $2::date, avg((pi.alt <> '')::int)
         from photo_images pi join photos p on p.id = pi.photo_id join members m on m.id = p.member_id
        where $2::date = (now() at time zone $3)::date and ${photoThere('p')} and m.is_live and ${reachesAll('p', 'm')} having count(*) > 0
       union all
       select 'failed_jobs', $2::date, (select count(*) from graphile_worker.jobs j where j.locked_at is null and j.attempts >= j.max_attempts))
     insert into daily_tallies (measure, day, value) select measure, day, value from tallies
     on conflict (measure, day) do update set value = excluded.value`,
    [from, to, zone, firstId],
  );

export const listTallies = (db: Statements, from: string): Promise<Tally[]> =>
  db.rows(
    `select measure, day::text, value from daily_tallies where measure = any ($2::text[]) and day >= $1::date order by measure, day limit 2000`,
    [
      from,
      [
        'members',
        'active_day',
        'active_week',
        'photos',
        'comments',
        'forum_posts',
        'first_reply',
        'report_handling',
        'described',
        'storage',
        'mails',
        'failed_jobs',
      ],
    ],
  );

/** Returns every seventh day up to the last day. */
export const listWeeklyTallies = (db: Statements, from: string, last: string): Promise<Tally[]> =>
  db.rows(
    `select measure, day::text, value from daily_tallies
      where measure in ('members', 'storage') and day >= $1::date and ($2::date - day) % 7 = 0 order by measure, day limit 200`,
    [from, last],
  );

/** Counts at most 1,000 reports. */
export const summarizeOpenReports = async (db: Statements): Promise<{ count: number; oldest_at: Date | null }> =>
  (await db.row<{ count: number; oldest_at: Date | null }>(
    `select count(*)::int as count, min(created_at) as oldest_at
       from (select created_at from reports where resolved_at is null order by id limit 1000) open`,
  ))!;
