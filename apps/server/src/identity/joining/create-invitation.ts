import type { Invitation } from '@mbari/contract/shapes/invitations';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { newId } from '../../platform/ids.ts';
import { because, invalid } from '../../platform/refusal.ts';
import { readJoining } from '../../platform/site/read-joining.ts';
import { newSecret, secretHash } from '../sign-in/sessions.ts';
import { addInvitation, findInvitation } from './invitation-queries.ts';
import { invitingOf, isOrganiser, organisersInvite } from './invitation-rules.ts';
import { viewInvitation } from './invitation-views.ts';

interface Asked {
  note?: string | undefined;
  max_uses: number;
  days: number;
}

/** Returns the link once: only its secret's hash is stored. */
export async function createInvitation(
  { db, limits, config }: Context,
  viewer: Viewer,
  { note, max_uses, days }: Asked,
): Promise<{ data: Invitation; link: string }> {
  const { may_invite, most_uses, most_days } = invitingOf(viewer, await readJoining(db));
  if (!may_invite) throw organisersInvite();
  if (max_uses > most_uses) throw invalid({ max_uses: [because('invitationUses', { most: most_uses })] });
  if (days > most_days) throw invalid({ days: [because('invitationDays', { most: most_days })] });
  await limits.spend('invite by member', viewer.id);
  const token = newSecret();
  const id = newId();
  await addInvitation(db, {
    id,
    memberId: viewer.id,
    tokenHash: secretHash(token),
    note: note === '' ? null : (note ?? null),
    max_uses,
    days,
  });
  const row = await findInvitation(db, viewer.id, id, isOrganiser(viewer));
  if (!row) throw new Error('Invitation not found after insert');
  const link = new URL('/register', config.publicUrl);
  link.searchParams.set('invitation', token);
  return { data: viewInvitation(row), link: link.href };
}
