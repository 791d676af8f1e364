import type { SignedInDevice } from '@mbari/contract/shapes/sessions';
import { answers } from '../../english.ts';
import type { ListedSession } from './queries.ts';

export const viewSession = ({ id, device_name, created_at, used_at, is_current }: ListedSession): SignedInDevice => ({
  id,
  device: device_name ?? answers.unknownDevice,
  created_at: created_at.toISOString(),
  used_at: used_at.toISOString(),
  is_current,
});
