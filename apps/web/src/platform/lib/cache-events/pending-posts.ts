import type { QueryClient } from '@tanstack/react-query';
import { pendingKey, ownPendingKey } from '~/platform/lib/query-keys.ts';

/** Something of the visitor's waits for an organiser, or was taken back. */
export const ownPendingChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ownPendingKey });

/** An organiser posted or declined what waited. */
export const pendingDecided = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: pendingKey });
