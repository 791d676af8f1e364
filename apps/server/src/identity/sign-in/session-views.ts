import type { SignedInDevice } from '@mbari/contract/identity/sessions';
import { viewDevice } from '../../platform/device.ts';
import type { ListedSession } from './session-queries.ts';

export const viewSession = ({ id, created_at, used_at, is_current, ...device }: ListedSession): SignedInDevice => ({
  id,
  ...viewDevice(device),
  created_at: created_at.toISOString(),
  used_at: used_at.toISOString(),
  is_current,
});
