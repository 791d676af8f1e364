import type * as calls from '@mbari/contract/identity/invitations';
import type { Invitation } from '@mbari/contract/identity/invitations';
import * as memberLimits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { inBatches } from '../../platform/db/batch.ts';
import { idAfter, literalLimit } from '../../platform/http/lists.ts';
import { type Viewer, requireRole } from '../../platform/http/viewer.ts';
import { isId, newId, timeOfId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { readJoining } from '../../platform/site/open-site.ts';
import { newSecret, secretHash } from '../sign-in/sessions.ts';
import {
  insertInvitation,
  findInvitation,
  findOpenInvitation,
  type InvitationRow,
  listInvitationRows,
  listInvitedMemberRows,
  deleteExpiredInvitations,
  markRevoked,
} from './queries.ts';

interface InvitationOptions {
  note?: string | undefined;
  max_uses: number;
  days: number;
}

/** Only this call returns the link, because the server stores just a hash. */
export async function createInvitation(
  { db, limits, config }: Context,
  viewer: Viewer,
  { note, max_uses, days }: InvitationOptions,
): Promise<{ data: Invitation; link: string }> {
  const { may_invite, most_uses, most_days } = invitationLimitsOf(viewer, await readJoining(db));
  if (!may_invite) throw onlyOrganisersInvite();
  if (max_uses > most_uses) throw invalid({ max_uses: [because('invitationUses', { most: most_uses })] });
  if (days > most_days) throw invalid({ days: [because('invitationDays', { most: most_days })] });
  await limits.spend('invite by member', viewer.id);
  const token = newSecret();
  const id = newId();
  await insertInvitation(db, { id, member_id: viewer.id, token_hash: secretHash(token), note: note || null, max_uses }, days);
  const row = await findInvitation(db, viewer.id, id, isOrganiser(viewer));
  if (!row) throw new Error('Invitation not found after insert');
  const link = new URL('/register', config.publicUrl);
  link.searchParams.set('invitation', token);
  return { data: viewInvitation(row), link: link.href };
}

/** Organisers see all invitations. */
export async function listInvitations(
  { db }: Context,
  viewer: Viewer,
  { whose, per_page, cursor }: z.output<typeof calls.listInvitations.shape.query>,
): Promise<z.input<typeof calls.listInvitations.shape.answer>> {
  if (whose === 'all') requireRole('organiser', viewer);
  const rows = await listInvitationRows(db, viewer.id, { whose, before: idAfter(cursor), limit: literalLimit(per_page + 1) });
  const page = rows.slice(0, per_page);
  return {
    data: page.map(viewInvitation),
    meta: { per_page, next_cursor: rows.length > per_page ? (page.at(-1)?.id ?? null) : null },
    viewer: invitationLimitsOf(viewer, await readJoining(db)),
  };
}

export async function listInvitedMembers(
  { db }: Context,
  viewer: Viewer,
  id: string,
  { per_page, cursor }: z.output<typeof calls.listInvited.shape.query>,
): Promise<z.input<typeof calls.listInvited.shape.answer>> {
  const before = idAfter(cursor);
  if (!isId(id) || !(await findInvitation(db, viewer.id, id, isOrganiser(viewer)))) throw notFound('invitationNotFound');
  const rows = await listInvitedMemberRows(db, viewer.id, id, { before, limit: literalLimit(per_page + 1) });
  const page = rows.slice(0, per_page);
  return {
    data: page.map((row) => ({ ...viewAuthor(row), joined_at: row.joined_at.toISOString() })),
    meta: { per_page, next_cursor: rows.length > per_page ? (page.at(-1)?.author_id ?? null) : null },
  };
}

/** Ended and unknown links get the same answer. */
export async function checkInvitation({ db }: Context, token: string): Promise<{ is_open: boolean; inviter_name: string | null }> {
  const invitation = await findOpenInvitation(db, secretHash(token));
  const isOpen = invitation !== undefined && (await readJoining(db)).effective !== 'closed';
  return { is_open: isOpen, inviter_name: isOpen ? invitation.inviter_name : null };
}

/** Idempotent. */
export async function revokeInvitation({ db, limits }: Context, viewer: Viewer, id: string): Promise<void> {
  await limits.spend('invite by member', viewer.id);
  const ofAnyInviter = isOrganiser(viewer);
  if (!isId(id)) throw notFound('invitationNotFound');
  if ((await markRevoked(db, viewer.id, id, ofAnyInviter)) === 1) return;
  if (!(await findInvitation(db, viewer.id, id, ofAnyInviter))) throw notFound('invitationNotFound');
}

export const sweepInvitations: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => deleteExpiredInvitations(db));

const isOrganiser = ({ role }: Pick<Viewer, 'role'>): boolean => role !== 'member';

const invitationLimitsOf = (viewer: Pick<Viewer, 'role'>, joining: { members_invite: boolean }) => ({
  may_invite: isOrganiser(viewer) || joining.members_invite,
  most_uses: isOrganiser(viewer) ? memberLimits.invitationUses : memberLimits.invitationUsesOfMember,
  most_days: isOrganiser(viewer) ? memberLimits.invitationDays : memberLimits.invitationDaysOfMember,
});

const onlyOrganisersInvite = (): Refusal => new Refusal('forbidden', 'organisersInvite');

const viewInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  inviter: row.author_id === null ? null : viewAuthor(row),
  note: row.note,
  max_uses: row.max_uses,
  used: row.used,
  state: row.state,
  expires_at: row.expires_at.toISOString(),
  created_at: timeOfId(row.id).toISOString(),
});
