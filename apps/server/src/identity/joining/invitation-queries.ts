import type { Invitation } from '@mbari/contract/identity/invitations';
import type { Statements } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/table.ts';
import { type AuthorRow, authorColumns, type MaybeAuthorRow } from '../../platform/member-views.ts';
import { profileThere } from '../../platform/visibility/profiles.ts';
import { invitations } from '../table.ts';

/** SQL: `m` may still invite. */
const mayInvite = (m: string): string => `(${m}.is_live and (${m}.role <> 'member' or (select j.members_invite from joining j)))`;

/** SQL: the invitation `i` of `m` is usable. */
const isOpen = (i: string, m: string): string =>
  `(${i}.revoked_at is null and ${i}.expires_at > now() and ${i}.used < ${i}.max_uses and ${mayInvite(m)})`;

const shown = invitations.pick('id', 'note', 'max_uses', 'used', 'expires_at');

export type InvitationRow = MaybeAuthorRow & Row<typeof shown> & { state: Invitation['state'] };

const columns = `${shown.of('i')},
  case when ${isOpen('i', 'm')} then 'open' when i.revoked_at is not null then 'revoked' when i.used >= i.max_uses then 'used' else 'ended' end as state`;
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
    `select m.name as inviter_name from invitations i join members m on m.id = i.member_id where i.token_hash = $1 and ${isOpen('i', 'm')}`,
    [tokenHash],
  );

/** Returns 0 if the invitation is no longer usable. */
export const insertInvitedMember = (tx: Statements, memberId: string, tokenHash: Buffer) =>
  tx.run(
    `with redeemed_invitation as (
       update invitations i set used = i.used + 1 from members m
        where i.token_hash = $2 and m.id = i.member_id and ${isOpen('i', 'm')} returning i.id, i.member_id)
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
