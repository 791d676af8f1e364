import type { Invitation } from '@mbari/contract/identity/invitations';
import { timeOfId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import type { InvitationRow } from './invitation-queries.ts';

export const viewInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  inviter: row.author_id === null ? null : viewAuthor(row),
  note: row.note,
  max_uses: row.max_uses,
  used: row.used,
  state: row.state,
  expires_at: row.expires_at.toISOString(),
  created_at: timeOfId(row.id).toISOString(),
});
