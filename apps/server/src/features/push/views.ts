import type { PushDevice } from '@mbari/contract/shapes/push';
import { answers } from '../../english.ts';
import type { ListedSubscription } from './queries.ts';

/** Never its address or keys: whoever knows them could take the device over. */
export const viewSubscription = (
  { id, session_id, device_name, shows_content, created_at }: ListedSubscription,
  viewer: { session_id: string },
): PushDevice => ({
  id,
  device: device_name ?? answers.unknownDevice,
  shows_content,
  created_at: created_at.toISOString(),
  is_current: session_id === viewer.session_id,
});
