import type { Joining } from '@mbari/contract/identity/joining';
import type { JoiningRow } from '../../platform/site/joining-queries.ts';

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
