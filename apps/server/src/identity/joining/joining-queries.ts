import type { Joining } from '@mbari/contract/identity/joining';
import type { Statements } from '../../platform/db/database.ts';
import type { Change } from '../../platform/db/table.ts';
import { isUnattended, joiningColumns, type JoiningRow } from '../../platform/site/queries.ts';
import { joining } from '../table.ts';

const editable = joining.pick('mode', 'members_invite', 'block_aliases', 'question', 'wave');

interface JoiningChange extends Partial<Change<typeof editable>> {
  /** Ends a pause caused by too many registrations, and resets the count. */
  reopen?: boolean | undefined;
  version?: number | undefined;
}

/** Returns nothing if the settings were edited since that version. */
export const updateJoining = (tx: Statements, { reopen = false, version, ...change }: JoiningChange) =>
  tx.row<JoiningRow>(
    `update joining j set ${editable.set('j', '$1')}, revision = revision + ($1::jsonb <> '{}')::int, changed_at = now(),
            closed_until = case when $2 then null else closed_until end, registered = case when $2 then 0 else registered end
      where $3::int is null or revision = $3
     returning ${joiningColumns}`,
    [editable.record(change), reopen, version ?? null],
  );

/** Counts a registration; the count restarts every hour. */
export const incrementRegistrations = (tx: Statements) =>
  tx.row<{ registered: number; wave: number; is_closed: boolean }>(
    `update joining set hour = date_trunc('hour', now()), registered = case when hour = date_trunc('hour', now()) then registered + 1 else 1 end
     returning registered, wave, coalesce(closed_until > now(), false) as is_closed`,
  );

export const closeJoiningForAnHour = (tx: Statements) => tx.run(`update joining set closed_until = now() + interval '1 hour'`);

export const listOrganisers = (db: Statements) =>
  db.rows<{ id: string }>(
    `select id from members where role <> 'member' and is_live and email_verified_at is not null order by id limit 100`,
  );

export const updateAttendance = (db: Statements) =>
  db.run(
    `update joining set attended_at = greatest(last_session.used_at, attended_at), away_told_at = case when last_session.used_at > now() - interval '7 days' then null else away_told_at end
       from (select max(s.used_at) as used_at from members o join sessions s on s.member_id = o.id where o.role <> 'member' and o.is_live) last_session
      where last_session.used_at is not null and joining.attended_at is distinct from greatest(last_session.used_at, joining.attended_at)`,
  );

/** Returns 1 for the first call after seven days without an active organiser. */
export const markUnattended = (tx: Statements) =>
  tx.run(`update joining j set away_told_at = now() where j.away_told_at is null and j.mode in ('open', 'approval') and ${isUnattended}`);

export const viewJoining = ({
  mode,
  effective,
  members_invite,
  block_aliases,
  question,
  wave,
  closed_until,
  version,
}: JoiningRow): Joining => ({
  mode,
  effective,
  members_invite,
  block_aliases,
  question,
  wave,
  closed_until: closed_until?.toISOString() ?? null,
  version,
});
