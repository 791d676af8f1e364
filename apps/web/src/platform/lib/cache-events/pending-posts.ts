import type { QueryClient } from '@tanstack/react-query';
import { pendingKey, ownPendingKey } from '~/platform/lib/query-keys.ts';

/** A submission of the viewer awaits approval, or was withdrawn. */
export const ownPendingChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ownPendingKey });

/** An organiser approved or declined a pending post. */
export const pendingDecided = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: pendingKey });
