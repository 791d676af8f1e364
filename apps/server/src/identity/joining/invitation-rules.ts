import * as limits from '@mbari/contract/platform/limits';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';

export const isOrganiser = ({ role }: Pick<Viewer, 'role'>): boolean => role !== 'member';

export const invitingOf = (viewer: Pick<Viewer, 'role'>, joining: { members_invite: boolean }) => ({
  may_invite: isOrganiser(viewer) || joining.members_invite,
  most_uses: isOrganiser(viewer) ? limits.invitationUses : limits.invitationUsesOfMember,
  most_days: isOrganiser(viewer) ? limits.invitationDays : limits.invitationDaysOfMember,
});

export const organisersInvite = (): Refusal => new Refusal('forbidden', 'organisersInvite');
