import type { invitationShapes } from '@mbari/contract/shapes/invitations';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit } from '../../platform/http/lists.ts';
import { requireRole, type Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/members/views.ts';
import { notFound } from '../../platform/refusal.ts';
import { readJoining } from '../../platform/site/read-joining.ts';
import { findInvitation, listInvitationRows, listInvitedRows } from './invitation-queries.ts';
import { invitingOf, isOrganiser } from './invitation-rules.ts';
import { viewInvitation } from './invitation-views.ts';

type Shapes = typeof invitationShapes;

/** Organisers see everyone's. */
export async function listInvitations(
  { db }: Context,
  viewer: Viewer,
  { whose, per_page, cursor }: z.output<Shapes['listInvitations']['query']>,
): Promise<z.input<Shapes['listInvitations']['answer']>> {
  if (whose === 'all') requireRole('organiser', viewer);
  const rows = await listInvitationRows(db, viewer.id, { whose, before: idAfter(cursor), limit: literalLimit(per_page + 1) });
  const shown = rows.slice(0, per_page);
  return {
    data: shown.map(viewInvitation),
    meta: { per_page, next_cursor: rows.length > per_page ? (shown.at(-1)?.id ?? null) : null },
    viewer: invitingOf(viewer, await readJoining(db)),
  };
}

export async function listInvited(
  { db }: Context,
  viewer: Viewer,
  id: string,
  { per_page, cursor }: z.output<Shapes['listInvited']['query']>,
): Promise<z.input<Shapes['listInvited']['answer']>> {
  const before = idAfter(cursor);
  if (!isId(id) || !(await findInvitation(db, viewer.id, id, isOrganiser(viewer)))) throw notFound('invitationNotFound');
  const rows = await listInvitedRows(db, viewer.id, id, { before, limit: literalLimit(per_page + 1) });
  const shown = rows.slice(0, per_page);
  return {
    data: shown.map((row) => ({ ...viewAuthor(row), joined_at: row.joined_at.toISOString() })),
    meta: { per_page, next_cursor: rows.length > per_page ? (shown.at(-1)?.author_id ?? null) : null },
  };
}
