import type { QueryClient } from '@tanstack/react-query';
import { pushDevicesKey } from '~/platform/lib/query-keys.ts';

export const pushDevicesChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: pushDevicesKey });
