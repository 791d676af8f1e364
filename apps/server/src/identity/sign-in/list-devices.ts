import type { SignedInDevice } from '@mbari/contract/shapes/sessions';
import type { Statements } from '../../platform/db/database.ts';
import { listSessions } from './session-queries.ts';
import { viewSession } from './session-views.ts';

const nobodys = '00000000-0000-0000-0000-000000000000';

/** Lists a member's sessions for another viewer, latest used first. */
export async function listDevices(
  db: Statements,
  memberId: string,
): Promise<Pick<SignedInDevice, 'id' | 'device' | 'device_parts' | 'used_at'>[]> {
  const rows = await listSessions(db, memberId, nobodys);
  return rows.map(viewSession).map(({ id, device, device_parts, used_at }) => ({ id, device, device_parts, used_at }));
}
