import type { Invitation } from '@mbari/contract/shapes/invitations';
import type { Statements } from '../../platform/db/database.ts';
import { type AuthorRow, authorColumns, type MaybeAuthorRow } from '../../platform/members/views.ts';
import { profileThere } from '../../platform/visibility/profiles.ts';

/** The inviter `m` may still invite: an organiser, or anybody where members do. */
const mayInvite = (m: string): string => `(${m}.is_live and (${m}.role <> 'member' or (select j.members_invite from joining j)))`;

/** The invitation `i` of `m` lets somebody in. */
const isOpen = (i: string, m: string): string =>
  `(${i}.revoked_at is null and ${i}.expires_at > now() and ${i}.used < ${i}.max_uses and ${mayInvite(m)})`;

export type InvitationRow = MaybeAuthorRow & {
  id: string;
  note: string | null;
  max_uses: number;
  used: number;
  state: Invitation['state'];
  expires_at: Date;
};

const columns = `i.id, i.note, i.max_uses, i.used, i.expires_at,
  case when ${isOpen('i', 'm')} then 'open' when i.revoked_at is not null then 'revoked' when i.used >= i.max_uses then 'used' else 'ended' end as state`;
const inviter = (viewer: string): string =>
  `left join members a on a.id = i.member_id and a.closed_at is null and ${profileThere(viewer, 'a')}`;

export interface NewInvitation {
  id: string;
  memberId: string;
  tokenHash: Buffer;
  note: string | null;
  max_uses: number;
  days: number;
}

export const addInvitation = (tx: Statements, given: NewInvitation) =>
  tx.run(
    `insert into invitations (id, member_id, token_hash, note, max_uses, expires_at) values ($1, $2, $3, $4, $5, now() + make_interval(days => $6))`,
    [given.id, given.memberId, given.tokenHash, given.note, given.max_uses, given.days],
  );

/** One that the viewer made, or, for organisers, anybody's. */
export const findInvitation = (db: Statements, viewerId: string, id: string, ofAll: boolean) =>
  db.row<InvitationRow>(
    `select ${columns}, ${authorColumns('a')} from invitations i join members m on m.id = i.member_id ${inviter('$1')}
      where i.id = $2 and (i.member_id = $1 or $3)`,
    [viewerId, id, ofAll],
  );

const chosen = { own: 'i.member_id = $1', all: 'true' };

/** Before an invitation, newest first. `limit`: one more than a page. */
export const listInvitationRows = (
  db: Statements,
  viewerId: string,
  { whose, before, limit }: { whose: 'own' | 'all'; before: string; limit: 21 | 51 },
) =>
  db.rows<InvitationRow>(
    `select ${columns}, ${authorColumns('a')}
       from (select * from invitations i where ${chosen[whose]} and i.id < $2 order by i.id desc limit ${limit}) i
       join members m on m.id = i.member_id ${inviter('$1')} order by i.id desc`,
    [viewerId, before],
  );

/** 1 where it was not revoked before. */
export const setRevoked = (db: Statements, viewerId: string, id: string, ofAll: boolean) =>
  db.run('update invitations set revoked_at = now() where id = $2 and (member_id = $1 or $3) and revoked_at is null', [
    viewerId,
    id,
    ofAll,
  ]);

export type InvitedRow = AuthorRow & { joined_at: Date };

/** Who joined by it and is there for the viewer; before a member, newest first. */
export const listInvitedRows = (db: Statements, viewerId: string, id: string, { before, limit }: { before: string; limit: 21 | 51 }) =>
  db.rows<InvitedRow>(
    `select ${authorColumns('m')}, im.joined_at from invited_members im join members m on m.id = im.member_id
      where im.invitation_id = $2 and im.member_id < $3 and m.email_verified_at is not null and ${profileThere('$1', 'm')}
      order by im.member_id desc limit ${limit}`,
    [viewerId, id, before],
  );

/** The name of whoever made it, where it lets somebody in. */
export const findOpenInvitation = (db: Statements, tokenHash: Buffer) =>
  db.row<{ inviter_name: string }>(
    `select m.name as inviter_name from invitations i join members m on m.id = i.member_id where i.token_hash = $1 and ${isOpen('i', 'm')}`,
    [tokenHash],
  );

/** 1 where a use was left: it is the member's. Of several who come at once for the last one, one gets it. */
export const addInvited = (tx: Statements, memberId: string, tokenHash: Buffer) =>
  tx.run(
    `with spent as (
       update invitations i set used = i.used + 1 from members m
        where i.token_hash = $2 and m.id = i.member_id and ${isOpen('i', 'm')} returning i.id, i.member_id)
     insert into invited_members (member_id, invitation_id, inviter_id) select $1, s.id, s.member_id from spent s`,
    [memberId, tokenHash],
  );

/** Marks the inviter of a verified newcomer as notified. No row if nobody invited the newcomer, or if the inviter was notified before. */
export const setInviterNotified = (tx: Statements, memberId: string) =>
  tx.row<{ inviter_id: string }>(
    `update invited_members im set notified_at = now() from members m
      where im.member_id = $1 and im.inviter_id is not null and im.notified_at is null and m.id = im.member_id and m.email_verified_at is not null
     returning im.inviter_id`,
    [memberId],
  );

/** A thousand that ended three months ago. Who invited whom stays known. */
export const removeEnded = (db: Statements) =>
  db.run(
    `delete from invitations where id in (select id from invitations where expires_at < now() - interval '90 days' order by expires_at limit 1000)`,
  );
