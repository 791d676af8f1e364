import { listPushSubscriptions } from '@mbari/contract/notifications/push';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { pushDevicesKey } from '~/platform/lib/query-keys.ts';

/** Refetched on every mount: signing out elsewhere removes a device. */
export const pushDevices = queryOptions({
  queryKey: pushDevicesKey,
  queryFn: ({ signal }) => call(listPushSubscriptions, { signal }),
  staleTime: 0,
});
