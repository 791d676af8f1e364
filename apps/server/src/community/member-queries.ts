import type { Account } from '@mbari/contract/community/admin-members';
import { members } from '../people/table.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Row } from '../platform/db/table.ts';
import { authorColumns, type AuthorRow } from '../platform/member-views.ts';
import { searchQueryOf } from '../platform/search-query.ts';
import { isPaid } from '../platform/visibility/members.ts';

const listed = members.pick('email', 'role', 'created_at');

export interface AccountRow extends AuthorRow, Row<typeof listed> {
  state: Account['state'];
}

const columns = `${authorColumns('m')}, ${listed.of('m')},
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
    `select ${columns} from members m where m.id < $1 and ${roleConditions[role]} and ${stateConditions[state]} order by m.id desc limit ${limit}`,
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
     select ${columns} from members m
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
    `select ${columns}, m.photos_count, case when ${isPaid('m')} then m.plan_name end as plan_name, m.plan_ends_at,
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
