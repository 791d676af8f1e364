import type { Account } from '@mbari/contract/community/admin-members';
import type { Announcement } from '@mbari/contract/community/announcements';
import { type Measure, measures } from '@mbari/contract/community/health';
import type { Webhook } from '@mbari/contract/community/webhooks';
import * as limits from '@mbari/contract/platform/limits';
import { members } from '../people/table.ts';
import type { Statements } from '../platform/db/database.ts';
import type { NewRow, Row } from '../platform/db/table.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import { authorColumns, type AuthorRow } from '../platform/member-views.ts';
import { searchQueryOf } from '../platform/search-query.ts';
import { isPaid } from '../platform/visibility/members.ts';
import { photoThere, reachesAll } from '../platform/visibility/photos.ts';
import { announcements, webhookDeliveries, webhooks } from './table.ts';

const written = announcements.pick('text', 'begins_at', 'ends_at', 'is_dismissable');
const shown = announcements.pick('id', ...written.keys);
const added = announcements.pick('id', 'author_id', ...written.keys);

export interface AnnouncementRow extends Row<typeof shown> {
  state: Announcement['state'];
  version: number;
}

const columns = `${shown.of('a')}, a.revision as version,
  case when a.ends_at <= now() then 'over' when a.begins_at > now() then 'coming' else 'current' end as state`;

export const listAnnouncementRows = (db: Statements, before: string, limit: 21 | 51): Promise<AnnouncementRow[]> =>
  db.rows(`select ${columns} from announcements a where a.id < $1 order by a.id desc limit ${limit}`, [before]);

export const findAnnouncement = (db: Statements, id: string): Promise<AnnouncementRow | undefined> =>
  db.row(`select ${columns} from announcements a where a.id = $1`, [id]);

export const insertAnnouncement = (tx: Statements, announcement: NewRow<typeof added>): Promise<number> =>
  tx.run(`insert into announcements (${added.names}) select ${added.names} from ${added.from('$1')}`, [added.record(announcement)]);

/** Returns undefined if the announcement is missing or was edited since that version. */
export const lockAnnouncement = (tx: Statements, id: string, version?: number): Promise<AnnouncementRow | undefined> =>
  tx.row(`select ${columns} from announcements a where a.id = $1 and ($2::int is null or a.revision = $2) for update`, [
    id,
    version ?? null,
  ]);

export const updateAnnouncementRow = (tx: Statements, id: string, change: Row<typeof written>): Promise<number> =>
  tx.run(`update announcements a set ${written.set('a', '$2')}, revision = revision + 1 where a.id = $1`, [id, written.record(change)]);

export const deleteAnnouncementRow = (tx: Statements, id: string): Promise<{ text: string } | undefined> =>
  tx.row('delete from announcements where id = $1 returning text', [id]);

/** Returns 0 if the member cannot dismiss this announcement. Idempotent. */
export const insertDismissal = (db: Statements, memberId: string, id: string): Promise<number> =>
  db.run(
    `with dismissable as (
            select id from announcements where id = $2 and is_dismissable and begins_at <= now() and (ends_at is null or ends_at > now())),
          added as (insert into announcement_dismissals (member_id, announcement_id) select $1, id from dismissable on conflict do nothing)
     select from dismissable`,
    [memberId, id],
  );

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
    [from, measures],
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

const listed = members.pick('email', 'role', 'created_at');

export interface AccountRow extends AuthorRow, Row<typeof listed> {
  state: Account['state'];
}

const memberColumns = `${authorColumns('m')}, ${listed.of('m')},
  case when m.closed_at is not null then 'closed' when m.suspended_at is not null then 'suspended'
       when m.awaits_approval_since is not null then 'waiting' when m.email_verified_at is null then 'pending' else 'live' end as state`;

// Each condition has its own index.
const roleConditions = { all: 'true', member: `m.role = 'member'`, moderator: `m.role = 'moderator'`, admin: `m.role = 'admin'` };
const stateConditions = {
  all: 'true',
  live: 'm.is_live and m.email_verified_at is not null',
  pending: 'm.email_verified_at is null and m.awaits_approval_since is null and m.closed_at is null and m.suspended_at is null',
  waiting: 'm.email_verified_at is null and m.awaits_approval_since is not null and m.closed_at is null and m.suspended_at is null',
  suspended: 'm.suspended_at is not null and m.closed_at is null',
  closed: 'm.closed_at is not null',
};

export interface AccountFilter {
  role: Account['role'] | 'all';
  state: Account['state'] | 'all';
  before: string;
  limit: 21 | 51;
}

export const listNewestAccounts = (db: Statements, { role, state, before, limit }: AccountFilter): Promise<AccountRow[]> =>
  db.rows(
    `select ${memberColumns} from members m where m.id < $1 and ${roleConditions[role]} and ${stateConditions[state]} order by m.id desc limit ${limit}`,
    [before],
  );

/** Number of newest accounts that a search filters row by row. */
const maxFilteredAccounts = 2_000;

/**
 * Finds accounts in every state by username, email address or words of the name. First filters the newest accounts: with a common word, they
 * fill the page. Otherwise uses the word indexes, which always return every match.
 */
export const searchAccounts = (db: Statements, { role, state, before, limit }: AccountFilter, search: string): Promise<AccountRow[]> =>
  db.rows(
    // Calls the function behind `@@`, because for `@@` the planner would use the word index.
    `with newest_matches as materialized (
            select m.id
              from (select m.* from members m where m.id < $1 and ${roleConditions[role]} and ${stateConditions[state]} order by m.id desc limit ${maxFilteredAccounts}) m
             where ts_match_vq(m.search, $3::tsquery) or m.username = lower($2) or m.email = lower($2)
             order by m.id desc limit ${limit}),
          page as materialized (select count(*) < ${limit} as is_open from newest_matches)
     select ${memberColumns} from members m
      where m.id in (
              select id from newest_matches
              union
              select f.id from members f where (select is_open from page) and (f.username = lower($2) or f.email = lower($2))
              union
              select f.id from members f
               where (select is_open from page) and f.is_live and f.email_verified_at is not null and f.search @@ $3::tsquery
              union
              select f.id from members f
               where (select is_open from page) and not (f.is_live and f.email_verified_at is not null) and f.search @@ $3::tsquery)
        and m.id < $1 and ${roleConditions[role]} and ${stateConditions[state]}
      order by m.id desc limit ${limit}`,
    [before, search, searchQueryOf(search)?.all ?? null],
  );

interface AccountDetailsRow extends AccountRow, Pick<Row<typeof members>, 'photos_count' | 'plan_name' | 'plan_ends_at'> {
  storage_bytes: number;
  is_granted: boolean;
}

export const findAccount = (db: Statements, memberId: string): Promise<AccountDetailsRow | undefined> =>
  db.row(
    `select ${memberColumns}, m.photos_count, case when ${isPaid('m')} then m.plan_name end as plan_name, m.plan_ends_at,
            exists (select from plan_grants g where g.member_id = m.id and (g.ends_at is null or g.ends_at > now())) as is_granted,
            (select coalesce(sum(i.bytes), 0)::float8 from images i where i.member_id = m.id and i.deleted_at is null) as storage_bytes
       from members m where m.id = $1`,
    [memberId],
  );

export const wasSentExport = async (tx: Statements, memberId: string): Promise<boolean> =>
  (await tx.row(
    `select from moderation_log where member_id = $1 and action = 'export_member' and created_at > now() - interval '1 hour' limit 1`,
    [memberId],
  )) !== undefined;

type QueuedDelivery = JobPayloads['send_webhook'];

/** Failed attempts in a row after which a webhook is turned off. */
const mostFailures = 20;
/** Attempts of one delivery, over about a day. */
const mostAttempts = 8;

const webhookListed = webhooks.pick('id', 'url', 'created_at', 'failures', 'disabled_at');

export interface WebhookRow extends Row<typeof webhookListed> {
  events: Webhook['events'];
}

export const listWebhookRows = (db: Statements): Promise<WebhookRow[]> =>
  db.rows(`select ${webhookListed.of('w')}, w.events from webhooks w order by w.id limit ${limits.webhooks}`);

/** Returns nothing if there are too many. */
export const insertWebhook = (
  tx: Statements,
  webhook: { id: string; url: string; secret: string; events: readonly string[] },
): Promise<WebhookRow | undefined> =>
  tx.row(
    `insert into webhooks as w (id, url, secret, events)
     select $1, $2, $3, $4::text[] where (select count(*) from webhooks) < ${limits.webhooks}
     returning ${webhookListed.of('w')}, w.events`,
    [webhook.id, webhook.url, webhook.secret, webhook.events],
  );

type Url = Pick<WebhookRow, 'url'>;

export const deleteWebhookRow = (tx: Statements, id: string): Promise<Url | undefined> =>
  tx.row('delete from webhooks where id = $1 returning url', [id]);

export const updateEnabled = (tx: Statements, id: string): Promise<Url | undefined> =>
  tx.row('update webhooks set failures = 0, disabled_at = null where id = $1 returning url', [id]);

export const lockWebhook = (tx: Statements, id: string): Promise<(Url & { is_off: boolean }) | undefined> =>
  tx.row('select url, disabled_at is not null as is_off from webhooks where id = $1 for no key update', [id]);

export const isWebhook = async (db: Statements, id: string): Promise<boolean> =>
  (await db.row('select from webhooks where id = $1', [id])) !== undefined;

const webhookShown = webhookDeliveries.pick('id', 'event', 'state', 'attempts', 'status', 'error', 'created_at', 'delivered_at');
export type DeliveryRow = Row<typeof webhookShown>;

export const listDeliveryRows = (db: Statements, webhookId: string): Promise<DeliveryRow[]> =>
  db.rows(
    `select ${webhookShown.of('d')} from webhook_deliveries d where d.webhook_id = $1 order by d.id desc limit ${limits.webhookDeliveries}`,
    [webhookId],
  );

export const insertTestDelivery = (tx: Statements, { webhook_id, delivery_id }: QueuedDelivery): Promise<number> =>
  tx.run(`insert into webhook_deliveries (webhook_id, id, event, data) values ($1, $2, 'test', '{}')`, [webhook_id, delivery_id]);

/** Returns 0 if the delivery is missing. */
export const resetDelivery = (tx: Statements, { webhook_id, delivery_id }: QueuedDelivery): Promise<number> =>
  tx.run(
    `update webhook_deliveries set state = 'waiting', attempts = 0, status = null, error = null, delivered_at = null
      where webhook_id = $1 and id = $2`,
    [webhook_id, delivery_id],
  );

const sent = webhookDeliveries.pick('event', 'data', 'created_at');

/** Returns nothing if the delivery does not wait or its webhook is off. */
export const findWaitingDelivery = (
  db: Statements,
  { webhook_id, delivery_id }: QueuedDelivery,
): Promise<(Row<typeof sent> & { url: string; secret: string }) | undefined> =>
  db.row(
    `select ${sent.of('d')}, w.url, w.secret from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.disabled_at is null
      where d.webhook_id = $1 and d.id = $2 and d.state = 'waiting'`,
    [webhook_id, delivery_id],
  );

export interface Outcome {
  status: number | null;
  error: string | null;
}

/** `turned_off`: this attempt was the last failure that the webhook may have. */
export const recordAttempt = (
  tx: Statements,
  { webhook_id, delivery_id }: QueuedDelivery,
  { status, error, isDelivered }: Outcome & { isDelivered: boolean },
): Promise<{ state: DeliveryRow['state']; attempts: number; turned_off: boolean } | undefined> =>
  tx.row(
    `with told as (
       update webhooks set failures = case when $3 then 0 else failures + 1 end,
              disabled_at = case when not $3 and failures + 1 >= ${mostFailures} then coalesce(disabled_at, now()) else disabled_at end
        where id = $1 returning id, failures)
     update webhook_deliveries d set attempts = d.attempts + 1, status = $4, error = $5, delivered_at = case when $3 then now() end,
            state = case when $3 then 'delivered' when d.attempts + 1 >= ${mostAttempts} then 'failed' else 'waiting' end
       from told where d.webhook_id = told.id and d.id = $2
     returning d.state, d.attempts, told.failures = ${mostFailures} as turned_off`,
    [webhook_id, delivery_id, isDelivered, status, error],
  );

export const failWaitingDeliveries = (tx: Statements, webhookId: string): Promise<number> =>
  tx.run(`update webhook_deliveries set state = 'failed' where webhook_id = $1 and state = 'waiting'`, [webhookId]);

export const deleteOldDeliveries = (db: Statements): Promise<number> =>
  db.run(
    `delete from webhook_deliveries d using (
       select webhook_id, id from webhook_deliveries where created_at < now() - interval '30 days' order by created_at limit 1000) old
      where d.webhook_id = old.webhook_id and d.id = old.id`,
  );
