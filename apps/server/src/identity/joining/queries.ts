import type { Invitation } from '@mbari/contract/identity/invitations';
import type { Joining } from '@mbari/contract/identity/joining';
import type { Statements } from '../../platform/db/database.ts';
import type { Change, NewRow, Row } from '../../platform/db/table.ts';
import { authorColumns, type AuthorRow, type MaybeAuthorRow } from '../../platform/member-views.ts';
import { isUnattended, joiningColumns, type JoiningRow } from '../../platform/site/queries.ts';
import { profileThere } from '../../platform/visibility/profiles.ts';
import { applications, invitations, joining } from '../table.ts';

export const insertApplication = (tx: Statements, memberId: string, question: string | null) =>
  tx.run('insert into applications (member_id, question) values ($1, $2)', [memberId, question]);

const ownApplication = applications.pick('question', 'answer', 'decided_at', 'reason');

export const findOwnApplication = (db: Statements, memberId: string) =>
  db.row<Row<typeof ownApplication>>(
    `select ${ownApplication.of('a')} from applications a
       join members m on m.id = a.member_id and m.awaits_approval_since is not null where a.member_id = $1`,
    [memberId],
  );

/** Returns nothing if the application is decided or has no question. */
export const updateAnswer = (tx: Statements, memberId: string, answer: string) =>
  tx.row<{ is_first: boolean }>(
    `with before as (select member_id, answer from applications where member_id = $1 for no key update)
     update applications a set answer = $2 from members m, before b
      where a.member_id = $1 and a.decided_at is null and a.question is not null and m.id = a.member_id and m.awaits_approval_since is not null
     returning b.answer is null as is_first`,
    [memberId, answer],
  );

/** Returns a row if organisers can decide the application. */
export const findOpenApplication = (tx: Statements, memberId: string) =>
  tx.row(`select from applications a join members m on m.id = a.member_id where a.member_id = $1 and ${isOpen('a', 'm')}`, [memberId]);

/** SQL: the undecided applicant verified the address and answered. */
const isOpen = (a: string, m: string): string =>
  `${a}.decided_at is null and (${a}.question is null or ${a}.answer is not null) and ${m}.awaits_approval_since is not null and ${m}.is_live`;

export interface ApplicationRow extends AuthorRow {
  country: string | null;
  asked_at: Date;
  question: string | null;
  answer: string | null;
}

/** Oldest registration first. */
export const listOpenApplications = (db: Statements, after: string, limit: 21 | 51) =>
  db.rows<ApplicationRow>(
    `select ${authorColumns('m')}, m.country_code as country, m.awaits_approval_since as asked_at, a.question, a.answer
       from applications a join members m on m.id = a.member_id
      where a.member_id > $1 and ${isOpen('a', 'm')} order by a.member_id limit ${limit}`,
    [after],
  );

export const countOpenApplications = (db: Statements) =>
  db.row<{ count: number }>(
    `select count(*)::int as count from (
       select from applications a join members m on m.id = a.member_id where ${isOpen('a', 'm')} limit 100) open_applications`,
  );

/** Locks the account first, like every change of sign-in methods. */
export const lockApplication = (tx: Statements, memberId: string) =>
  tx.row<{ is_open: boolean; is_present: boolean }>(
    `with locked as (select id, awaits_approval_since, is_live from members where id = $1 for no key update)
     select ${isOpen('a', 'm')} as is_open, a.decided_at is not null or ${isOpen('a', 'm')} as is_present
       from applications a join locked m on m.id = a.member_id for no key update of a`,
    [memberId],
  );

const decision = applications.pick('decider_id', 'is_approved', 'reason');

export const updateDecision = (tx: Statements, memberId: string, change: Row<typeof decision>) =>
  tx.run(`update applications a set decided_at = now(), ${decision.set('a', '$2')} where a.member_id = $1 and a.decided_at is null`, [
    memberId,
    decision.record(change),
  ]);

export const deleteOldApproved = (db: Statements) =>
  db.run(
    `delete from applications where member_id in (
       select member_id from applications where decided_at < now() - interval '30 days' and is_approved limit 1000)`,
  );

/** SQL: `m` may still invite. */
const mayInvite = (m: string): string => `(${m}.is_live and (${m}.role <> 'member' or (select j.members_invite from joining j)))`;

/** SQL: the invitation `i` of `m` is usable. */
const isInvitationOpen = (i: string, m: string): string =>
  `(${i}.revoked_at is null and ${i}.expires_at > now() and ${i}.used < ${i}.max_uses and ${mayInvite(m)})`;

const shown = invitations.pick('id', 'note', 'max_uses', 'used', 'expires_at');

export type InvitationRow = MaybeAuthorRow & Row<typeof shown> & { state: Invitation['state'] };

const columns = `${shown.of('i')},
  case when ${isInvitationOpen('i', 'm')} then 'open' when i.revoked_at is not null then 'revoked' when i.used >= i.max_uses then 'used' else 'ended' end as state`;
const inviterJoin = (viewer: string): string =>
  `left join members a on a.id = i.member_id and a.closed_at is null and ${profileThere(viewer, 'a')}`;

const newInvitation = invitations.pick('id', 'member_id', 'token_hash', 'note', 'max_uses');

export const insertInvitation = (tx: Statements, invitation: NewRow<typeof newInvitation>, days: number) =>
  tx.run(
    `insert into invitations (${newInvitation.names}, expires_at)
     select ${newInvitation.names}, now() + make_interval(days => $2) from ${newInvitation.from('$1')}`,
    [newInvitation.record(invitation), days],
  );

/** Only organisers pass `ofAnyInviter: true`. */
export const findInvitation = (db: Statements, viewerId: string, id: string, ofAnyInviter: boolean) =>
  db.row<InvitationRow>(
    `select ${columns}, ${authorColumns('a')} from invitations i join members m on m.id = i.member_id ${inviterJoin('$1')}
      where i.id = $2 and (i.member_id = $1 or $3)`,
    [viewerId, id, ofAnyInviter],
  );

const scopeConditions = { own: 'i.member_id = $1', all: 'true' };

/** Newest first. `limit` is one more than a page. */
export const listInvitationRows = (
  db: Statements,
  viewerId: string,
  { whose, before, limit }: { whose: 'own' | 'all'; before: string; limit: 21 | 51 },
) =>
  db.rows<InvitationRow>(
    `select ${columns}, ${authorColumns('a')}
       from (select * from invitations i where ${scopeConditions[whose]} and i.id < $2 order by i.id desc limit ${limit}) i
       join members m on m.id = i.member_id ${inviterJoin('$1')} order by i.id desc`,
    [viewerId, before],
  );

/** Returns 0 if the invitation is already revoked or missing. */
export const markRevoked = (db: Statements, viewerId: string, id: string, ofAnyInviter: boolean) =>
  db.run('update invitations set revoked_at = now() where id = $2 and (member_id = $1 or $3) and revoked_at is null', [
    viewerId,
    id,
    ofAnyInviter,
  ]);

export type InvitedMemberRow = AuthorRow & { joined_at: Date };

/** Visible members who used the invitation, newest first. */
export const listInvitedMemberRows = (
  db: Statements,
  viewerId: string,
  id: string,
  { before, limit }: { before: string; limit: 21 | 51 },
) =>
  db.rows<InvitedMemberRow>(
    `select ${authorColumns('m')}, im.joined_at from invited_members im join members m on m.id = im.member_id
      where im.invitation_id = $2 and im.member_id < $3 and m.email_verified_at is not null and ${profileThere('$1', 'm')}
      order by im.member_id desc limit ${limit}`,
    [viewerId, id, before],
  );

export const findOpenInvitation = (db: Statements, tokenHash: Buffer) =>
  db.row<{ inviter_name: string }>(
    `select m.name as inviter_name from invitations i join members m on m.id = i.member_id where i.token_hash = $1 and ${isInvitationOpen('i', 'm')}`,
    [tokenHash],
  );

/** Returns 0 if the invitation is no longer usable. */
export const insertInvitedMember = (tx: Statements, memberId: string, tokenHash: Buffer) =>
  tx.run(
    `with redeemed_invitation as (
       update invitations i set used = i.used + 1 from members m
        where i.token_hash = $2 and m.id = i.member_id and ${isInvitationOpen('i', 'm')} returning i.id, i.member_id)
     insert into invited_members (member_id, invitation_id, inviter_id) select $1, redeemed_invitation.id, redeemed_invitation.member_id from redeemed_invitation`,
    [memberId, tokenHash],
  );

/** Marks the inviter of a verified newcomer as notified. Returns nothing without an inviter or if already marked. */
export const markInviterNotified = (tx: Statements, memberId: string) =>
  tx.row<{ inviter_id: string }>(
    `update invited_members im set notified_at = now() from members m
      where im.member_id = $1 and im.inviter_id is not null and im.notified_at is null and m.id = im.member_id and m.email_verified_at is not null
     returning im.inviter_id`,
    [memberId],
  );

/** Deletes old invitations. `invited_members` keeps the inviter. */
export const deleteExpiredInvitations = (db: Statements) =>
  db.run(
    `delete from invitations where id in (select id from invitations where expires_at < now() - interval '90 days' order by expires_at limit 1000)`,
  );

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
