import type { QueryClient } from '@tanstack/react-query';
import { pendingKey, ownPendingKey } from '~/platform/lib/query-keys.ts';

export const ownPendingChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ownPendingKey });

export const pendingDecided = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: pendingKey });
