import type { PushDevice } from '@mbari/contract/shapes/push';
import { viewDevice } from '../../platform/device.ts';
import type { ListedSubscription } from './queries.ts';

/** Excludes endpoint and keys, which would allow a device takeover. */
export const viewSubscription = (
  { id, session_id, shows_content, created_at, ...device }: ListedSubscription,
  viewer: { session_id: string },
): PushDevice => ({
  id,
  ...viewDevice(device),
  shows_content,
  created_at: created_at.toISOString(),
  is_current: session_id === viewer.session_id,
});
